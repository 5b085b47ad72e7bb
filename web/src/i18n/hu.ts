import type { Catalogue } from './index.svelte.ts'
import { access } from './hu/access.ts'
import { exercise } from './hu/exercise.ts'
import { fair } from './hu/fair.ts'
import { games } from './hu/games.ts'
import { hand } from './hu/hand.ts'
import { house } from './hu/house.ts'
import { learn } from './hu/learn.ts'
import { people } from './hu/people.ts'
import { review } from './hu/review.ts'
import { room } from './hu/room.ts'
import { table } from './hu/table.ts'
import { texts } from './hu/texts.ts'
import { why } from './hu/why.ts'

/** The interface in Hungarian. */
export const hu: Catalogue = { ...house, ...table, ...games, ...learn, ...access, ...exercise, ...fair, ...hand, ...people, ...review, ...room, ...texts, ...why }
