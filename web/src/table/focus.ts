/**
 * Where the keyboard is. Board, decision, hand, side, players and log are one tab stop each; arrows
 * go on inside. A thing counts as reached when the keyboard brought the focus there: after a click
 * of the mouse it has the focus, but the keys belong to the bar.
 */
const GROUPS = '.boardbox, .fill, [data-testid=decision], .handbox, .sidetop, .players, .log'
const MEMBERS = '[data-spot]:not([aria-hidden]), button:not(:disabled), a[href], [role=radio], summary'
const CHOOSABLE = ['legal', 'other', 'selected', 'staged']
const REACHED = 'data-reached'

let pointer = false
let kept: Element | null = null
/** The member of each group that had the focus last: Tab comes back to it. */
const last = new WeakMap<Element, Element>()

export const visible = (e: Element): boolean => e.getClientRects().length > 0
/** Whether the keyboard brought the focus to this element. */
export const reached = (e: Element): boolean => e.hasAttribute(REACHED)
export const choosable = (e: HTMLElement | SVGElement): boolean => CHOOSABLE.includes(e.dataset['state'] ?? '')
export const groupOf = (e: Element): HTMLElement | null => e.closest<HTMLElement>(GROUPS)

/** What can have the focus in a group; things of a nested group are not counted. */
export function members(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(MEMBERS)].filter((e) => groupOf(e) === group && visible(e))
}

/**
 * Where Tab enters a group: where the focus was last, else what can be chosen, else the first; the
 * newest line of the log.
 */
export function stopOf(group: Element | null): HTMLElement | null {
  if (!group) return null
  const all = members(group)
  const was = last.get(group) as HTMLElement | undefined
  if (was && all.includes(was)) return was
  return all.find(choosable) ?? (group.matches('.log') ? all.findLast((e) => e.matches('.line')) : null) ?? all[0] ?? null
}

/**
 * What scrolls and holds nothing that could have the focus is a stop itself, so that arrows scroll
 * it.
 */
function scrollable(): void {
  for (const e of document.querySelectorAll<HTMLElement>('.sidetop, .scroll, .left')) {
    const wanted = e.scrollHeight > e.clientHeight + 1 && visible(e) && !e.querySelector(MEMBERS)
    if (wanted) e.tabIndex = 0
    else if (e.hasAttribute('tabindex')) e.removeAttribute('tabindex')
  }
}

function rove(): void {
  scrollable()
  for (const group of document.querySelectorAll(GROUPS)) {
    const stop = stopOf(group)
    for (const e of members(group)) {
      const wanted = e === stop ? '0' : '-1'
      if (e.getAttribute('tabindex') !== wanted) e.setAttribute('tabindex', wanted)
    }
  }
}

export function focus(element: Element | null | undefined): void {
  if (!element) return
  if (!element.hasAttribute('tabindex') && (element as HTMLElement).tabIndex < 0) element.setAttribute('tabindex', '-1')
  pointer = false
  ;(element as HTMLElement).focus()
}

/** Remember what has the focus; the answer brings it back there, unless it has moved elsewhere. */
export function leaving(inside: () => Element | null): () => void {
  const was = document.activeElement
  return () => {
    const now = document.activeElement
    const lost = !now || now === document.body || (inside()?.contains(now) ?? false)
    if (lost && was?.isConnected && was !== document.body) (was as HTMLElement).focus()
  }
}

/**
 * What had the focus has gone (a card was played, a button vanished): go to the bar, where Enter
 * means what is printed.
 */
function keep(): void {
  if (pointer || !kept || document.activeElement !== document.body || document.querySelector('dialog[open]')) return
  if (kept.isConnected && !kept.matches(':disabled') && visible(kept)) return // the focus was moved, not lost
  kept = null
  focus(document.querySelector('[data-testid=decision]') ?? document.querySelector('main'))
}

function arrive(event: FocusEvent): void {
  const target = event.target as Element
  document.querySelector(`[${REACHED}]`)?.removeAttribute(REACHED)
  kept = pointer ? null : target
  if (!pointer) target.setAttribute(REACHED, '')
  const group = groupOf(target)
  if (!group || !target.matches(MEMBERS)) return
  last.set(group, target)
  rove()
}

/** Keep one tab stop for each part of the page, and know how the focus came where it is. */
export function watchFocus(): () => void {
  let waiting = 0
  const soon = (): void => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0
      rove()
      keep()
    })
  }
  const press = (): void => {
    pointer = true
    kept = null
    document.querySelector(`[${REACHED}]`)?.removeAttribute(REACHED)
  }
  const key = (): void => void (pointer = false)
  const observer = new MutationObserver(soon)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-state', 'disabled', 'aria-hidden'] })
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('keydown', key, true)
  document.addEventListener('focusin', arrive)
  soon()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(waiting)
    document.removeEventListener('pointerdown', press, true)
    document.removeEventListener('keydown', key, true)
    document.removeEventListener('focusin', arrive)
  }
}

const middle = (e: Element): [number, number] => {
  const r = e.getBoundingClientRect()
  return [r.left + r.width / 2, r.top + r.height / 2]
}

/**
 * The member that an arrow key leads to: on the board the nearest that way, elsewhere left and
 * right follow the order of reading, round and round.
 */
export function towards(from: HTMLElement, key: string): HTMLElement | null {
  const group = groupOf(from)
  if (!group) return null
  const all = members(group)
  const level = key === 'ArrowRight' || key === 'ArrowLeft'
  const forward = key === 'ArrowRight' || key === 'ArrowDown'
  const beside = (): HTMLElement | null => all[(all.indexOf(from) + (forward ? 1 : -1) + all.length) % all.length] ?? null
  if (group.matches('.boardbox')) return nearest(from, all, level, forward)
  return level ? beside() : (nearest(from, all, level, forward) ?? beside())
}

function nearest(from: HTMLElement, all: HTMLElement[], level: boolean, forward: boolean): HTMLElement | null {
  const [x, y] = middle(from)
  let best: HTMLElement | null = null
  let least = Infinity
  for (const other of all) {
    if (other === from) continue
    const [ox, oy] = middle(other)
    const along = (level ? ox - x : oy - y) * (forward ? 1 : -1)
    const across = Math.abs(level ? oy - y : ox - x)
    const cost = along + across * 2
    if (along < 4 || cost >= least) continue
    least = cost
    best = other
  }
  return best
}

/**
 * The next thing that can be chosen, after what has the focus: on the board, then cards, then what
 * the bar offers.
 */
export function nextChoosable(back: boolean): HTMLElement | null {
  const things = [...document.querySelectorAll<HTMLElement>('[data-spot]')].filter((e) => choosable(e) && visible(e) && !e.closest('[inert]'))
  const options = [...document.querySelectorAll<HTMLElement>('[data-testid=decision] [data-action]')].filter(visible)
  const all = [...things, ...options]
  const at = all.indexOf(document.activeElement as HTMLElement)
  return all[at < 0 ? (back ? all.length - 1 : 0) : (at + (back ? -1 : 1) + all.length) % all.length] ?? null
}
