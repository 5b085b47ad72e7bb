import type { Catalogue } from './index.svelte.ts'
import { games } from './hu/games.ts'
import { house } from './hu/house.ts'
import { learn } from './hu/learn.ts'
import { table } from './hu/table.ts'
import { why } from './hu/why.ts'

/** The interface in Hungarian. */
export const hu: Catalogue = { ...house, ...table, ...games, ...learn, ...why }
