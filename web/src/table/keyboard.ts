import type { TableLink } from '../net/link.svelte.ts'
import type { Deciding } from './deciding.svelte.ts'
import { choosable, focus, groupOf, members, nextChoosable, reached, stopOf, towards } from './focus.ts'
import { Numbers } from './numbers.ts'

interface Keys {
  deciding: Deciding
  link: TableLink
  moments: { skip: () => boolean } | null
  flights: { land: () => void } | null
  jump: (by: number) => void
  /** Change between the board and the text table. */
  text: () => void
}

const GOLD = '[data-testid=pass], [data-testid=confirm]'
const PRESSABLE = 'button, a[href], [role=button], [role=radio], [role=option], summary'

/**
 * Whether Enter or Space belongs to what has the focus, and not to the button that shows the key.
 */
export function belongs(element: Element, key: string): boolean {
  if (!reached(element) || document.querySelector('[data-testid=moment]')) return false
  const thing = element.closest<HTMLElement>('[data-spot]')
  return !thing || choosable(thing) || key === ' ' || !document.querySelector(GOLD)
}

const numbers = new Numbers((element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
/** Space went to the table: the focused button must not be pressed when the key comes up. */
let taken = false

export function keyup(event: KeyboardEvent): void {
  if (event.key === ' ' && taken) event.preventDefault()
  taken = false
}

function enter(event: KeyboardEvent, { deciding, moments }: Keys): void {
  const target = event.target as HTMLElement
  if (moments?.skip()) return event.preventDefault()
  const pressed = target.closest(PRESSABLE)
  if (pressed && belongs(pressed, 'Enter')) return
  event.preventDefault()
  if (numbers.pending) return numbers.finish()
  const pass = document.querySelector<HTMLElement>('[data-testid=pass]')
  if (pass) pass.click()
  else void deciding.confirm()
}

function space(event: KeyboardEvent, { link, moments, flights }: Keys): void {
  const target = event.target as HTMLElement
  const pressed = target.closest(PRESSABLE)
  const skipped = !target.closest('[data-testid=moment]') && moments?.skip()
  if (!skipped && pressed && (belongs(pressed, ' ') || target.closest('[data-testid=moment]'))) return
  event.preventDefault()
  taken = true
  if (skipped) return
  flights?.land()
  link.finish()
}

/** Arrows inside a part of the table; elsewhere they scroll. */
function walk(event: KeyboardEvent): void {
  const from = (event.target as Element).closest<HTMLElement>('[tabindex]')
  const group = from && groupOf(from)
  if (!group) return
  event.preventDefault()
  const all = members(group)
  focus(event.key === 'Home' ? all[0] : event.key === 'End' ? all.at(-1) : towards(from, event.key))
}

const part = (selector: string): void => focus(stopOf(document.querySelector(selector)))

/** The keys of the table; docs/web.md lists them. */
export function keyboard(event: KeyboardEvent, keys: Keys): void {
  const { deciding } = keys
  const target = event.target as HTMLElement
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  if (event.key === 'Escape') {
    if (keys.moments?.skip()) return
    deciding.cancel()
    if (typing) target.blur()
    return
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Enter') return enter(event, keys)
  if (event.key === ' ') return space(event, keys)
  if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') return walk(event)
  if (/^[0-9]$/.test(event.key)) {
    event.preventDefault()
    return numbers.press(event.key)
  }
  const does: Record<string, () => void> = {
    u: () => void deciding.undo(),
    backspace: () => void deciding.undo(),
    '?': () => void (deciding.asked && (deciding.whyOpen = !deciding.whyOpen)),
    '!': () => void deciding.advise(),
    n: () => focus(nextChoosable(false)),
    p: () => focus(nextChoosable(true)),
    '[': () => keys.jump(-1),
    ']': () => keys.jump(1),
    d: () => focus(document.querySelector('[data-testid=decision] button:not(:disabled)')),
    h: () => part('.handbox'),
    l: () => part('.log'),
    b: () => part('.boardbox'),
    t: keys.text,
    '/': () => focus(document.querySelector('.texttable input')),
  }
  const own = deciding.ui.keys?.actions[event.key.toLowerCase()]
  const action = own ? () => void (deciding.legal.includes(own) && deciding.send([own])) : does[event.key.toLowerCase()]
  if (!action) return
  event.preventDefault()
  action()
}
