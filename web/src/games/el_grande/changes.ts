import { t } from '../../i18n/index.svelte.ts'
import type { Preview, View } from '../../net/types.ts'
import type { ChangeLine } from '../types.ts'
import type { Words } from '../words.svelte.ts'
import { eg, ranked } from './view.ts'

const order = (counts: number[], words: Words): string =>
  ranked(counts)
    .map((c, i, all) => `${i === 0 ? '' : all[i - 1]!.n === c.n ? ' = ' : ', '}${words.who(c.seat)} ${c.n}`)
    .join('') || t('board.empty')

/**
 * What an action would change: points, and the majorities of every place it touches, before and
 * after.
 */
export function changes(preview: Preview, words: Words, view: View): ChangeLine[] {
  const lines: ChangeLine[] = []
  preview.points.forEach((n, seat) => {
    if (n) lines.push({ seat, text: `${words.who(seat)} ${n > 0 ? '+' : ''}${n}`, good: n > 0 })
  })
  for (const change of preview.changes) {
    const [key, place] = change.path
    if (key === 'regions' && place && Array.isArray(change.after)) {
      const was = order(change.before as number[], words)
      lines.push({ text: `${words.word('region', String(place))}: ${was} → ${order(change.after as number[], words)}` })
    } else if (key === 'king' && typeof change.after === 'string')
      lines.push({ text: t('eg.kingGoes', { place: words.word(eg(view).regions[change.after] ? 'region' : 'place', change.after) }) })
  }
  if (!preview.certain) lines.push({ text: t('bar.chance') })
  return lines.slice(0, 7)
}

/** The majorities of every region whose caballeros have changed, in words. */
export function narrate(before: View, after: View, words: Words): string[] {
  const was = eg(before).regions
  return Object.entries(eg(after).regions)
    .filter(([region, counts]) => String(was[region] ?? []) !== String(counts))
    .map(([region, counts]) => `${words.word('region', region)}: ${order(counts, words)}.`)
}
