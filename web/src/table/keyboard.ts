import type { TableLink } from '../net/link.svelte.ts'
import type { Deciding } from './deciding.svelte.ts'

interface Keys {
  deciding: Deciding
  link: TableLink
  moments: { skip: () => boolean } | null
  flights: { land: () => void } | null
  jump: (by: number) => void
}

const spots = (selector = '.boardbox [data-spot]'): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]
const middle = (e: Element): [number, number] => {
  const r = e.getBoundingClientRect()
  return [r.left + r.width / 2, r.top + r.height / 2]
}

/** The nearest thing of the board in the direction of an arrow key. */
function towards(from: Element, key: string): HTMLElement | null {
  const [x, y] = middle(from)
  let best: HTMLElement | null = null
  let least = Infinity
  for (const other of spots()) {
    if (other === from) continue
    const [ox, oy] = middle(other)
    const along = key === 'ArrowRight' ? ox - x : key === 'ArrowLeft' ? x - ox : key === 'ArrowDown' ? oy - y : y - oy
    const across = key === 'ArrowRight' || key === 'ArrowLeft' ? Math.abs(oy - y) : Math.abs(ox - x)
    if (along < 4) continue
    const cost = along + across * 2
    if (cost < least) {
      least = cost
      best = other
    }
  }
  return best
}

/** Things that can be done now, board first, then cards, then the bar's buttons. */
function cycle(back: boolean): void {
  const all = spots('[data-spot][data-state="legal"], [data-spot][data-state="other"], [data-spot][data-state="selected"]').filter((e) => e.getClientRects().length > 0)
  if (!all.length) return
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (back ? all.length - 1 : 0) : (at + (back ? -1 : 1) + all.length) % all.length
  focus(all[next]!)
}

export function focus(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (element.getAttribute('tabindex') === null && element.tabIndex < 0) element.setAttribute('tabindex', '-1')
  element.focus()
}

/** The keys of the table: U undo, Enter confirm, numbers choose, N and P walk through what is legal, ? why not, D H B L go to the parts. */
export function keyboard(event: KeyboardEvent, keys: Keys): void {
  const { deciding, link } = keys
  const target = event.target as HTMLElement
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  if (event.key === 'Escape') {
    if (keys.moments?.skip()) return
    deciding.cancel()
    if (typing) target.blur()
    return
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return
  const done = (): void => event.preventDefault()
  switch (event.key) {
    case 'u':
    case 'U':
    case 'Backspace':
      done()
      void deciding.undo()
      return
    case 'Enter': {
      if (keys.moments?.skip()) return done()
      const onButton = target.closest('button, a, [role=button]')
      if (onButton && target !== document.body) return
      done()
      const pass = document.querySelector<HTMLElement>('[data-testid=pass]')
      if (pass) pass.click()
      else void deciding.confirm()
      return
    }
    case ' ':
      if (!target.closest('[data-testid=moment]') && keys.moments?.skip()) return done()
      if (target.closest('button, a, [role=button]')) return
      done()
      keys.flights?.land()
      link.finish()
      return
    case '?':
      done()
      if (deciding.asked) deciding.whyOpen = !deciding.whyOpen
      return
    case 'n':
    case 'N':
      done()
      return cycle(false)
    case 'p':
    case 'P':
      done()
      return cycle(true)
    case '[':
      return keys.jump(-1)
    case ']':
      return keys.jump(1)
    case 'd':
    case 'D':
      return focus(document.querySelector<HTMLElement>('[data-testid=decision] button'))
    case 'h':
    case 'H':
      return focus(document.querySelector<HTMLElement>('.handbox [data-spot]'))
    case 'l':
    case 'L':
      return focus(document.getElementById('log'))
    case 'b':
    case 'B':
      return focus(spots('.boardbox [data-spot][data-state="legal"]')[0] ?? spots()[0])
    case 'a':
    case 'A':
      if (deciding.legal.includes('allow')) void deciding.send(['allow'])
      return
    case 'v':
    case 'V':
      if (deciding.legal.includes('veto')) void deciding.send(['veto'])
      return
  }
  if (event.key.startsWith('Arrow')) {
    const from = target.closest('.boardbox [data-spot]')
    if (!from) return
    done()
    focus(towards(from, event.key))
    return
  }
  if (/^[0-9]$/.test(event.key)) {
    const option = numbered(event.key)
    if (option) {
      done()
      option.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
  }
}

/** What a number key chooses: that option of the bar; else that card of the hand, by its own number or by its place. */
function numbered(key: string): HTMLElement | undefined {
  const options = spots('[data-testid=decision] .options button')
  if (options.length) return options.find((e) => e.dataset['key'] === key)
  const cards = spots('.handbox [data-spot][data-state="legal"], .handbox [data-spot][data-state="other"]')
  const own = cards.map((e) => e.dataset['spot']!.split(':')[1]!)
  return own.some((n) => /^\d+$/.test(n)) ? cards[own.indexOf(key)] : cards[Number(key) - 1]
}
