import type { texts as en } from '../en/texts.ts'

/** German: hints, and the mark of what is reconstructed. */
export const texts: Record<keyof typeof en, string> = {
  'hints.link': 'Tipps aus dem Regelheft',
  'hints.says': 'Was das Regelheft rät, in unseren Worten.',
  'hints.title': 'Tipps: {game}',
  'mark.reconstructed': 'Rekonstruiert: {what}. Das Gedruckte kennen wir nicht; dies ist unsere beste Schätzung.',
}
