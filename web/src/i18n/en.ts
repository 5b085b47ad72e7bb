import { access } from './en/access.ts'
import { exercise } from './en/exercise.ts'
import { fair } from './en/fair.ts'
import { games } from './en/games.ts'
import { hand } from './en/hand.ts'
import { house } from './en/house.ts'
import { learn } from './en/learn.ts'
import { people } from './en/people.ts'
import { review } from './en/review.ts'
import { room } from './en/room.ts'
import { table } from './en/table.ts'
import { texts } from './en/texts.ts'
import { why } from './en/why.ts'

/** The interface in English; the other languages have exactly these keys. */
export const en = { ...house, ...table, ...games, ...learn, ...access, ...exercise, ...fair, ...hand, ...people, ...review, ...room, ...texts, ...why }
