import type { House } from './index.svelte.ts'
import { access } from './de/access.ts'
import { archive } from './de/archive.ts'
import { daily } from './de/daily.ts'
import { exercise } from './de/exercise.ts'
import { fair } from './de/fair.ts'
import { friends } from './de/friends.ts'
import { hand } from './de/hand.ts'
import { house } from './de/house.ts'
import { learn } from './de/learn.ts'
import { offline } from './de/offline.ts'
import { people } from './de/people.ts'
import { profile } from './de/profile.ts'
import { review } from './de/review.ts'
import { room } from './de/room.ts'
import { table } from './de/table.ts'
import { texts } from './de/texts.ts'
import { tournament } from './de/tournament.ts'
import { why } from './de/why.ts'

/** The interface in German. */
export const de: House = { ...house, ...table, ...learn, ...access, ...archive, ...daily, ...exercise, ...fair, ...friends, ...hand, ...offline, ...people, ...profile, ...review, ...room, ...texts, ...tournament, ...why }

/** The words that each game brings. */
export const ofGames = import.meta.glob<Record<string, string>>('../games/*/text/de.ts', { eager: true, import: 'words' })
