import type { GameUi } from '../games/types.ts'
import type { Words } from '../games/words.svelte.ts'
import { t } from '../i18n/index.svelte.ts'
import type { Step } from '../net/types.ts'

export interface Entry { key: string; seat: number | null; text: string; gain: number; chapter: string | null; decisions: number; by: string }

/** The log in sentences: one line per event, with chapters; points are added up behind the line that gains them. */
export function entriesOf(log: Step[], ui: GameUi, words: Words): Entry[] {
  const found: Entry[] = []
  for (const step of log) {
    if (step.text) found.push({ key: `${step.version}`, seat: step.seat, text: step.text, gain: 0, chapter: null, decisions: step.decisions, by: '' })
    step.events.forEach((event, i) => {
      const chapter = ui.chapter(event, words)
      const seat = event.arguments['seat'] ?? event.arguments['by']
      const last = found.at(-1)
      const text = event.text === `event.${event.event}` ? '' : event.text
      if (!text && !chapter) return
      const number = seat === undefined ? null : Number(seat)
      if (last && !chapter && last.text === text && last.seat === number) return
      found.push({
        key: `${step.version}.${event.index}`,
        seat: number,
        text: chapter ? '' : text,
        gain: 0,
        chapter,
        decisions: step.decisions,
        by: i === 0 && step.by === 'order' ? t('log.byOrder') : i === 0 && step.by === 'standin' ? t('log.byStandin') : i === 0 && step.by === 'clock' ? t('log.byClock') : '',
      })
    })
  }
  return found
}
