import type { GameUi } from '../games/types.ts'
import type { Words } from '../games/words.svelte.ts'
import { t } from '../i18n/index.svelte.ts'
import type { Event, Step } from '../net/types.ts'

/** One sentence of the log: what happened, who did it, and the points it brought. */
export interface Line {
  key: string
  kind: string
  seat: number | null
  text: string
  gain: [number, number] | null
  decisions: number
  by: string
  /** Whether it only says whose turn it is: the first real event replaces it. */
  opens: boolean
  /** The places it touched, as anchors of the board. */
  places: string[]
}

/**
 * A turn: its first line stands for it, the others unfold below. A chapter has a title and no
 * lines.
 */
export interface Entry { key: string; seat: number | null; chapter: string | null; lines: Line[]; decisions: number; at: number }

/**
 * The log turn by turn. Equal events in a row are one line that counts them: the server has written
 * the number.
 */
export function entriesOf(log: Step[], ui: GameUi, words: Words): Entry[] {
  const found: Entry[] = []
  for (const step of log) {
    let owner = step.seat
    let by = byWhat(step.by)
    for (const event of step.events) {
      const chapter = ui.chapter(event, words)
      if (chapter) {
        found.push({ key: keyOf(step, event), seat: null, chapter, lines: [], decisions: step.decisions, at: step.at })
        owner = null
        continue
      }
      if (!event.text) continue
      const begins = event.opens === true
      if (begins) owner = event.by ?? null
      const line = { key: keyOf(step, event), kind: event.event, seat: event.by ?? null, text: event.text, gain: event.gain ?? null, decisions: step.decisions, by, opens: begins, places: placesIn(event, ui.places) }
      by = ''
      const last = found.at(-1)
      const before = last?.lines.at(-1)
      if (event.times > 1 && before?.kind === event.event) last!.lines[last!.lines.length - 1] = { ...line, key: before.key, by: before.by, places: [...new Set([...before.places, ...line.places])] }
      else if (last && !last.chapter && !begins && owner !== null && last.seat === owner) {
        if (before?.opens) last.lines.pop()
        last.lines.push(line)
      }
      else found.push({ key: line.key, seat: owner, chapter: null, lines: [line], decisions: step.decisions, at: step.at })
      found.at(-1)!.decisions = step.decisions
    }
  }
  return found
}

/**
 * Where an event happened: the arguments that name places, as anchors; a piece of its seat there
 * comes before the place itself.
 */
function placesIn(event: Event, kinds: Record<string, string>): string[] {
  const whose = event.arguments['seat']
  return Object.entries(event.arguments).flatMap(([name, id]) => {
    const kind = kinds[name]
    return kind ? [`${kind}:${id}:${whose ?? ''}|${kind}:${id}`] : []
  })
}

const keyOf = (step: Step, event: Event): string => `${step.version}.${event.index}`

function byWhat(by: Step['by']): string {
  if (by === 'order') return t('log.byOrder')
  if (by === 'standin') return t('log.byStandin')
  return by === 'clock' ? t('log.byClock') : ''
}

/** The points that a turn brought, seat by seat, most first. */
export function gainsOf(entry: Entry): [number, number][] {
  const sums = new Map<number, number>()
  for (const { gain } of entry.lines) if (gain) sums.set(gain[0], (sums.get(gain[0]) ?? 0) + gain[1])
  return [...sums].sort((a, b) => b[1] - a[1])
}

/** The whole log as plain text. */
export function textOf(entries: Entry[]): string {
  return entries.map((e) => (e.chapter ? `\n${e.chapter}` : e.lines.map((line, i) => (i ? `  ${line.text}` : line.text)).join('\n'))).join('\n').trim() + '\n'
}
