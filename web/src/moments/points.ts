import { tincture } from '../art/sprite.ts'
import type { Scene } from '../games/types.ts'
import { settings } from '../settings.svelte.ts'
import { sound } from '../sound.ts'
import { rectOf } from '../table/places.ts'

const LONGEST_MS = 1500
/** How long people look before they read, and how long a letter takes. */
const [LOOK_MS, LETTER_MS] = [900, 45]
const [WAIT_MS, FLIGHT_MS] = [250, 800]

/**
 * How long a scene lasts at the reader's pace: as long as its text takes to read. At “wait for me”
 * it lasts until the reader goes on.
 */
export function lasts(scene: Scene | undefined): number {
  if (!scene) return 0
  if (settings.chosen.pace === 'wait') return Infinity
  return ((scene.after ?? 0) + Math.max(scene.ms, LOOK_MS + LETTER_MS * scene.say.length)) * settings.tempo
}

/**
 * Points fly from where a scene counts them (`data-gain`) to the players' scores; resolves when all
 * have landed. With calm motion they do not travel.
 */
export async function flyPoints(gains: { seat: number; n: number }[]): Promise<void> {
  if (gains.length) sound('points')
  if (settings.still || document.hidden) return
  const pace = Math.min(settings.tempo || 1, LONGEST_MS / (WAIT_MS + FLIGHT_MS))
  const landed: Promise<void>[] = []
  for (const { seat, n } of gains) {
    const from = document.querySelector(`[data-gain="${seat}"]`)?.getBoundingClientRect()
    const to = rectOf(`score:${seat}|seat:${seat}`)
    if (!from || !to) continue
    const token = document.createElement('div')
    token.className = `flypoint t-${tincture(seat)}`
    token.textContent = `+${n}`
    document.body.append(token)
    const at = (r: DOMRect): string => `translate(${r.left + r.width / 2 - 19}px, ${r.top + r.height / 2 - 19}px)`
    const flight = token.animate(
      [{ transform: `${at(from)} scale(0.6)`, opacity: 0 }, { transform: at(from), opacity: 1, offset: 0.2 }, { transform: `${at(to)} scale(0.8)`, opacity: 1 }],
      { duration: FLIGHT_MS * pace, delay: WAIT_MS * pace, easing: 'cubic-bezier(.45,.05,.2,1)', fill: 'both' },
    )
    landed.push(flight.finished.catch(() => undefined).then(() => token.remove()))
  }
  await Promise.all(landed)
}
