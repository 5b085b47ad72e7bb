/** Reading what a person types: capitals, accents and extra spaces do not matter. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[“”„"'’.,:;!?()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export interface Typed { action: string; label: string }

/**
 * The actions that the typed words may become, the likeliest first: as written in the notation,
 * then by their words.
 */
export function completions(typed: string, actions: Typed[]): Typed[] {
  const wanted = plain(typed)
  if (!wanted) return []
  const words = wanted.split(' ')
  const begins = (text: string): boolean => words.every((w) => ` ${text}`.includes(` ${w}`))
  const notation = actions.filter((a) => plain(a.action).startsWith(wanted))
  const loose = actions.filter((a) => !notation.includes(a) && (begins(plain(a.action)) || begins(plain(a.label))))
  return [...notation, ...loose]
}

/** The one action that is meant: written in full, or the only one that matches. */
export function understood(typed: string, actions: Typed[]): string | null {
  const wanted = plain(typed)
  const exact = actions.find((a) => plain(a.action) === wanted) ?? actions.find((a) => plain(a.label) === wanted)
  if (exact) return exact.action
  const found = completions(typed, actions)
  return found.length === 1 ? found[0]!.action : null
}

/**
 * An action as the server writes it, from what was typed: its words in the case in which actions of
 * this game have them.
 */
export function spelled(typed: string, known: string[]): string {
  const spellings = new Map(known.flatMap((a) => a.split(' ')).map((w) => [plain(w), w]))
  return typed
    .trim()
    .split(/\s+/)
    .map((w) => spellings.get(plain(w)) ?? (/^[lrwi]\d/i.test(w) ? w.toUpperCase() : w.toLowerCase()))
    .join(' ')
}

/**
 * What can be done, so that the few come before the many: five cards before a hundred fortresses.
 */
export function fewFirst(actions: string[]): string[] {
  const verb = (a: string): string => a.split(' ')[0]!
  const counts = new Map<string, number>()
  for (const a of actions) counts.set(verb(a), (counts.get(verb(a)) ?? 0) + 1)
  return [...actions].sort((a, b) => (verb(a) === verb(b) ? 0 : counts.get(verb(a))! - counts.get(verb(b))! || (verb(a) < verb(b) ? -1 : 1)))
}
