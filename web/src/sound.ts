import { settings } from './settings.svelte.ts'

/** Short soft tones: frequency in hertz, when it begins and how long it lasts, in seconds. */
const TONES = {
  turn: [[523, 0, 0.16], [784, 0.12, 0.26]],
  lay: [[220, 0, 0.07]],
  closed: [[165, 0, 0.09], [139, 0.08, 0.12]],
  points: [[659, 0, 0.09], [880, 0.07, 0.16]],
  end: [[392, 0, 0.2], [523, 0.16, 0.2], [659, 0.32, 0.4]],
} as const satisfies Record<string, readonly (readonly [number, number, number])[]>

let context: AudioContext | null = null

/** Play a tone, if the person wants sounds (and has touched the page, as browsers demand). */
export function sound(name: keyof typeof TONES): void {
  if (!settings.chosen.sound) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  const now = context.currentTime
  for (const [pitch, from, length] of TONES[name]) {
    const tone = context.createOscillator()
    const loud = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = pitch
    loud.gain.setValueAtTime(0, now + from)
    loud.gain.linearRampToValueAtTime(0.11, now + from + 0.012)
    loud.gain.exponentialRampToValueAtTime(0.0001, now + from + length)
    tone.connect(loud).connect(context.destination)
    tone.start(now + from)
    tone.stop(now + from + length + 0.02)
  }
}
