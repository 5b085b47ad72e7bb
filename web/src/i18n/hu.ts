import type { House } from './index.svelte.ts'
import { access } from './hu/access.ts'
import { archive } from './hu/archive.ts'
import { daily } from './hu/daily.ts'
import { exercise } from './hu/exercise.ts'
import { fair } from './hu/fair.ts'
import { friends } from './hu/friends.ts'
import { hand } from './hu/hand.ts'
import { house } from './hu/house.ts'
import { learn } from './hu/learn.ts'
import { offline } from './hu/offline.ts'
import { people } from './hu/people.ts'
import { profile } from './hu/profile.ts'
import { review } from './hu/review.ts'
import { room } from './hu/room.ts'
import { table } from './hu/table.ts'
import { texts } from './hu/texts.ts'
import { tournament } from './hu/tournament.ts'
import { why } from './hu/why.ts'

/** The interface in Hungarian. */
export const hu: House = { ...house, ...table, ...learn, ...access, ...archive, ...daily, ...exercise, ...fair, ...friends, ...hand, ...offline, ...people, ...profile, ...review, ...room, ...texts, ...tournament, ...why }

/** The words that each game brings. */
export const ofGames = import.meta.glob<Record<string, string>>('../games/*/text/hu.ts', { eager: true, import: 'words' })
