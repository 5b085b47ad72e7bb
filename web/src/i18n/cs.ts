import type { House } from './index.svelte.ts'
import { access } from './cs/access.ts'
import { archive } from './cs/archive.ts'
import { daily } from './cs/daily.ts'
import { exercise } from './cs/exercise.ts'
import { fair } from './cs/fair.ts'
import { friends } from './cs/friends.ts'
import { hand } from './cs/hand.ts'
import { house } from './cs/house.ts'
import { learn } from './cs/learn.ts'
import { offline } from './cs/offline.ts'
import { people } from './cs/people.ts'
import { profile } from './cs/profile.ts'
import { review } from './cs/review.ts'
import { room } from './cs/room.ts'
import { table } from './cs/table.ts'
import { texts } from './cs/texts.ts'
import { tournament } from './cs/tournament.ts'
import { why } from './cs/why.ts'

/** The interface in Czech. */
export const cs: House = { ...house, ...table, ...learn, ...access, ...archive, ...daily, ...exercise, ...fair, ...friends, ...hand, ...offline, ...people, ...profile, ...review, ...room, ...texts, ...tournament, ...why }

/** The words that each game brings. */
export const ofGames = import.meta.glob<Record<string, string>>('../games/*/text/cs.ts', { eager: true, import: 'words' })
