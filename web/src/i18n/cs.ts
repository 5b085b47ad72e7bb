import type { Catalogue } from './index.svelte.ts'
import { access } from './cs/access.ts'
import { exercise } from './cs/exercise.ts'
import { fair } from './cs/fair.ts'
import { games } from './cs/games.ts'
import { hand } from './cs/hand.ts'
import { house } from './cs/house.ts'
import { learn } from './cs/learn.ts'
import { people } from './cs/people.ts'
import { review } from './cs/review.ts'
import { room } from './cs/room.ts'
import { table } from './cs/table.ts'
import { texts } from './cs/texts.ts'
import { why } from './cs/why.ts'

/** The interface in Czech. */
export const cs: Catalogue = { ...house, ...table, ...games, ...learn, ...access, ...exercise, ...fair, ...hand, ...people, ...review, ...room, ...texts, ...why }
