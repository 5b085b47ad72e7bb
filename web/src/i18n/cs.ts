import type { Catalogue } from './index.svelte.ts'
import { games } from './cs/games.ts'
import { house } from './cs/house.ts'
import { learn } from './cs/learn.ts'
import { table } from './cs/table.ts'
import { why } from './cs/why.ts'

/** The interface in Czech. */
export const cs: Catalogue = { ...house, ...table, ...games, ...learn, ...why }
