import { access } from './en/access.ts'
import { fair } from './en/fair.ts'
import { games } from './en/games.ts'
import { house } from './en/house.ts'
import { learn } from './en/learn.ts'
import { table } from './en/table.ts'
import { texts } from './en/texts.ts'

/** The interface in English; the other languages have exactly these keys. */
export const en = { ...house, ...table, ...games, ...learn, ...texts, ...fair, ...access }
