import { t } from '../../i18n/index.svelte.ts'
import type { Event, State } from '../../net/types.ts'
import type { Scene } from '../types.ts'
import type { Words } from '../words.svelte.ts'
import CastilloScene from './CastilloScene.svelte'
import DialScene from './DialScene.svelte'
import ScoringScene from './ScoringScene.svelte'
import { eg } from './view.ts'

export interface Gain { seat: number; n: number; bonus: number; text: string }
/** What every place has paid so far in this scoring: the receipt. */
export type Receipt = { place: string; gains: Gain[] }[]

/**
 * The moments of a step: dials turned over, the castillo opened, places scored one after another.
 */
export function scenes(_: State, after: State, words: Words): Scene[] {
  const found: Scene[] = []
  const events = after.steps.flatMap((s) => s.events)
  const regions = Object.keys(eg(after.view).regions)
  const receipt: Receipt = []
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!
    if (event.event === 'dial_shown') {
      const dials: { seat: number; region: string }[] = []
      for (; events[i]?.event === 'dial_shown'; i++) dials.push({ seat: Number(events[i]!.arguments['seat']), region: events[i]!.arguments['region'] ?? '' })
      i--
      found.push({ name: 'dials', since: event.index, component: DialScene, props: { dials, regions }, ms: 1500, say: dialled(dials, words), first: t('eg.dialsTurn'), after: 500, opens: true })
    } else if (event.event === 'castillo_shown') {
      const counts: { seat: number; n: number }[] = []
      for (; events[i]?.event === 'castillo_shown'; i++) counts.push({ seat: Number(events[i]!.arguments['seat']), n: Number(events[i]!.arguments['n']) })
      const gains: Gain[] = []
      const at = events.findIndex((e, k) => k >= i && e.event === 'scored' && e.arguments['place'] === 'castillo')
      if (at >= 0 && at - i < 3) gains.push(...gainsAfter(events, at))
      if (gains.length) receipt.push({ place: 'castillo', gains })
      i--
      found.push({ name: 'castillo', since: event.index, component: CastilloScene, props: { counts: counts.sort((a, b) => b.n - a.n), gains }, ms: 1500, say: gains.map((g) => g.text).join(' ') || t('eg.castilloOpens'), first: t('eg.castilloOpens'), after: 900, opens: true })
    } else if (event.event === 'scored' && event.arguments['place'] !== 'castillo') {
      const place = event.arguments['place'] ?? ''
      const gains = gainsAfter(events, i)
      receipt.push({ place, gains })
      if (!gains.length) continue
      found.push({ name: 'scoring', since: event.index, component: ScoringScene, props: { place, gains, receipt: [...receipt] }, ms: 1400, say: gains.map((g) => g.text).join(' '), first: words.word('place', place) })
    }
  }
  return found
}

const dialled = (dials: { seat: number; region: string }[], words: Words): string => dials.map((d) => `${words.who(d.seat)}: ${words.word('region', d.region)}`).join(' · ')

function gainsAfter(events: Event[], at: number): Gain[] {
  const gains: Gain[] = []
  for (let k = at + 1; events[k]?.event === 'points'; k++) {
    const a = events[k]!.arguments
    gains.push({ seat: Number(a['seat']), n: Number(a['n']), bonus: Number(a['bonus'] ?? 0), text: events[k]!.text })
  }
  return gains
}
