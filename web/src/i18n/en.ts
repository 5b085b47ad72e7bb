import { access } from './en/access.ts'
import { archive } from './en/archive.ts'
import { daily } from './en/daily.ts'
import { exercise } from './en/exercise.ts'
import { fair } from './en/fair.ts'
import { friends } from './en/friends.ts'
import { hand } from './en/hand.ts'
import { house } from './en/house.ts'
import { learn } from './en/learn.ts'
import { offline } from './en/offline.ts'
import { people } from './en/people.ts'
import { profile } from './en/profile.ts'
import { review } from './en/review.ts'
import { room } from './en/room.ts'
import { table } from './en/table.ts'
import { texts } from './en/texts.ts'
import { tournament } from './en/tournament.ts'
import { why } from './en/why.ts'

/** The interface in English; the other languages have exactly these keys. */
export const en = { ...house, ...table, ...learn, ...access, ...archive, ...daily, ...exercise, ...fair, ...friends, ...hand, ...offline, ...people, ...profile, ...review, ...room, ...texts, ...tournament, ...why }

/** The words that each game brings. */
export const ofGames = import.meta.glob<Record<string, string>>('../games/*/text/en.ts', { eager: true, import: 'words' })
