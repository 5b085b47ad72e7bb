import type { learn as en } from '../en/learn.ts'

/** Hungarian: the first-game guides. */
export const learn: Record<keyof typeof en, string> = {
  'learn.back': 'Vissza',
  'learn.contents': 'Tartalom',
  'learn.done': 'Ez az',
  'learn.hint': 'Tipp',
  'learn.leave': 'Kilépés az útmutatóból',
  'learn.next': 'Tovább',
  'learn.play': 'Játék tovább',
  'learn.resume': 'Az útmutató folytatása',
  'learn.skip': 'Lépés kihagyása',
  'learn.step': '{n}/{of}. lépés',
  'learn.title': 'Első játszma',
  'learn.try': 'Most te próbáld',
  'learn.tryIt': 'Próbáld ki',
  'learn.waits': 'A többiek lépnek. Mindjárt te jössz.',
}
