import type { Words } from '../games/words.svelte.ts'

/**
 * Why a tip is open: a mouse rests, the keyboard came, a finger pressed long; or it was pinned, to
 * follow its link.
 */
type Via = 'hover' | 'focus' | 'press'
export interface Open { key: string; at: Element; via: Via; pinned: boolean }
/** What a tip says: a name, how it stands now, the rules about it. */
export interface Tip { title: string; now: string; says: string[]; rules: string[] }

const THING = '[data-tip], [data-spot], [data-within]'

/** What a thing on the page is, as `kind:id`. */
export const keyOf = (element: Element): string => {
  const { tip, spot, within } = (element as HTMLElement | SVGElement).dataset
  return (tip ?? spot ?? within ?? '').split(' ')[0]!
}

/**
 * The thing at a point: the smallest piece there, also one that lets clicks through, else what a
 * click would meet.
 */
export function thingAt(x: number, y: number): Element | null {
  const met = document.elementFromPoint(x, y)
  const found = met?.closest(THING) ?? null
  const board = met?.closest('#board')
  if (!board || found?.hasAttribute('data-tip')) return found
  let least = Infinity
  let smallest: Element | null = null
  for (const piece of board.querySelectorAll('[data-tip]')) {
    const r = piece.getBoundingClientRect()
    const size = r.width * r.height
    if (size > 0 && size < least && x >= r.left && x <= r.right && y >= r.top && y <= r.bottom) {
      least = size
      smallest = piece
    }
  }
  return smallest ?? found
}

/**
 * What a thing says of itself to those who hear it; a piece that stands for its place speaks as the
 * place.
 */
function spoken(element: Element): string {
  const { within, says } = (element as HTMLElement | SVGElement).dataset
  if (says !== undefined) return says.trim() // a plain part of the text has no label of its own
  const speaker = within ? (document.querySelector(`[data-spot="${CSS.escape(within)}"]`) ?? element) : element
  return (speaker.getAttribute('aria-label') ?? speaker.querySelector(':scope > .sr')?.textContent ?? '').trim()
}

/**
 * The texts of a tip: the game's packages name every kind of thing and the rules about it (`tip` in
 * its texts).
 */
export function tipOf(element: Element, words: Words): Tip | null {
  const [kind = '', id = ''] = keyOf(element).split(':')
  const known = [`${kind}_${id}`, kind].find((name) => typeof words.find('tip', name, 'name') === 'string')
  if (!known) return null
  const [name, named] = [String(words.find('tip', known, 'name')), String(words.find('tip', known, 'rule') ?? '')]
  const rules = named.split(' ').filter(Boolean).map((rule) => rule.replace('{id}', id))
  const label = spoken(element)
  const first = /^(.+?[.!?])(\s|$)/.exec(label)?.[1] ?? label
  const count = (element as HTMLElement).innerText?.replace(/\s+/g, ' ').trim() ?? ''
  const title = label ? first.replace(/\.$/, '') : /^[−–\d]/.test(count) ? `${name}: ${count}` : name
  // A card shows its own rule already.
  const says = named.includes('{id}') ? [] : rules.map((rule) => words.rule(rule)).filter(Boolean)
  return { title, now: label.slice(first.length).trim(), says, rules }
}
