import type { Where } from './engine/helper.svelte.ts'
import { i18n, preferred, type Language } from './i18n/index.svelte.ts'
import { remembered } from './remembered.ts'

export type Theme = 'auto' | 'light' | 'dark'
export type Motion = 'full' | 'calm'
/** How others' moves are shown: each turn until I continue, at some pace, or all at once. */
export const PACES = ['wait', 'slow', 'normal', 'fast', 'instant'] as const
export type Pace = (typeof PACES)[number]

export interface Choices {
  language: Language
  theme: Theme
  motion: Motion
  pace: Pace
  hatching: boolean
  large: boolean
  sound: boolean
  confirm: boolean
  /** The table as text instead of a board. */
  text: boolean
  /** Where bots think in games against them. */
  bots: Where
}

const KEPT = 'tafelrunde.settings'
const USUAL: Choices = { language: 'en', theme: 'auto', motion: 'full', pace: 'normal', hatching: false, large: false, sound: false, confirm: true, text: false, bots: 'server' }

/** “Instant” was a kind of motion once. */
function modern(kept: Partial<Choices>): Partial<Choices> {
  return (kept.motion as string | undefined) === 'instant' ? { ...kept, motion: 'calm', pace: 'instant' } : kept
}

/** The person's settings; stored in the browser (and, when signed in, with the person). */
class Settings {
  chosen: Choices = $state({ ...USUAL })
  private systemDark = $state(false)

  /** The theme as it is shown. */
  get dark(): boolean {
    return this.chosen.theme === 'dark' || (this.chosen.theme === 'auto' && this.systemDark)
  }

  /** Whether pieces travel. */
  get still(): boolean {
    return this.chosen.motion !== 'full' || matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  /** How many times slower (or faster) than normal things happen. */
  get tempo(): number {
    return { wait: 1, slow: 2.5, normal: 1, fast: 0.45, instant: 0 }[this.chosen.pace]
  }

  async begin(): Promise<void> {
    const kept = remembered.get(KEPT)
    const asked = new URLSearchParams(location.search).get('lang')
    let known: Partial<Choices> = {}
    try {
      known = kept ? modern(JSON.parse(kept) as Partial<Choices>) : {}
    } catch {
      remembered.remove(KEPT)
    }
    this.chosen = { ...USUAL, language: preferred(navigator.languages), ...known }
    if (asked) this.chosen.language = preferred([asked])
    const dark = matchMedia('(prefers-color-scheme: dark)')
    this.systemDark = dark.matches
    dark.addEventListener('change', () => {
      this.systemDark = dark.matches
      this.show()
    })
    await i18n.use(this.chosen.language)
    this.show()
  }

  set<K extends keyof Choices>(name: K, value: Choices[K]): void {
    this.chosen[name] = value
    remembered.set(KEPT, JSON.stringify(this.chosen))
    if (name === 'language') void i18n.use(value as Language)
    this.show()
  }

  /** Whether a switch that belongs to a game is on. */
  isOn(name: string): boolean {
    return (this.chosen as unknown as Record<string, unknown>)[name] === true
  }

  turn(name: string, on: boolean): void {
    this.chosen = { ...this.chosen, [name]: on }
    localStorage.setItem(KEPT, JSON.stringify(this.chosen))
  }

  private show(): void {
    const root = document.documentElement
    root.dataset['theme'] = this.dark ? 'dark' : 'light'
    root.dataset['motion'] = this.chosen.motion
    root.dataset['hatching'] = String(this.chosen.hatching)
    root.dataset['large'] = String(this.chosen.large)
  }
}

export const settings = new Settings()
