import type { Catalogue } from './index.svelte.ts'
import { access } from './de/access.ts'
import { exercise } from './de/exercise.ts'
import { fair } from './de/fair.ts'
import { games } from './de/games.ts'
import { hand } from './de/hand.ts'
import { house } from './de/house.ts'
import { learn } from './de/learn.ts'
import { people } from './de/people.ts'
import { review } from './de/review.ts'
import { room } from './de/room.ts'
import { table } from './de/table.ts'
import { texts } from './de/texts.ts'
import { why } from './de/why.ts'

/** The interface in German. */
export const de: Catalogue = { ...house, ...table, ...games, ...learn, ...access, ...exercise, ...fair, ...hand, ...people, ...review, ...room, ...texts, ...why }
