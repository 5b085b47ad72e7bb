import { settings } from '../settings.svelte.ts'
import { sound } from '../sound.ts'
import { rectOf } from '../table/places.ts'

/** Points fly from where a scene counts them (`data-gain`) to the players' scores; with calm motion they do not travel. */
export function flyPoints(gains: { seat: number; n: number }[]): void {
  if (gains.length) sound('points')
  if (settings.still || document.hidden) return
  for (const { seat, n } of gains) {
    const from = document.querySelector(`[data-gain="${seat}"]`)?.getBoundingClientRect()
    const to = rectOf(`score:${seat}|seat:${seat}`)
    if (!from || !to) continue
    const token = document.createElement('div')
    token.className = 'flypoint'
    token.textContent = `+${n}`
    document.body.append(token)
    const at = (r: DOMRect): string => `translate(${r.left + r.width / 2 - 19}px, ${r.top + r.height / 2 - 19}px)`
    const flight = token.animate(
      [{ transform: `${at(from)} scale(0.6)`, opacity: 0 }, { transform: at(from), opacity: 1, offset: 0.2 }, { transform: `${at(to)} scale(0.8)`, opacity: 1 }],
      { duration: 800 * settings.tempo, delay: 250 * settings.tempo, easing: 'cubic-bezier(.45,.05,.2,1)', fill: 'both' },
    )
    void flight.finished.catch(() => undefined).then(() => token.remove())
  }
}
