import type { en } from './en.ts'
import { format, type Arguments } from './format.ts'

export const LANGUAGES = { en: 'English', hu: 'Magyar', cs: 'Čeština', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES
/** The texts of the house; every game adds its own to `GameTexts`, in
 *  `games/<title>/text/en.ts`. */
export type House = Record<keyof typeof en, string>
declare global {
  /* eslint-disable-next-line @typescript-eslint/no-empty-object-type -- each game declares its part of it */
  interface GameTexts {}
}
export type Key = keyof House | { [Game in keyof GameTexts]: keyof GameTexts[Game] }[keyof GameTexts]
export type Catalogue = Record<Key, string>

const whole = (house: House, games: Record<string, Record<string, string>>): Catalogue => Object.assign({}, house, ...Object.values(games)) as Catalogue
const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: () => import('./en.ts').then((m) => whole(m.en, m.ofGames)),
  hu: () => import('./hu.ts').then((m) => whole(m.hu, m.ofGames)),
  cs: () => import('./cs.ts').then((m) => whole(m.cs, m.ofGames)),
  de: () => import('./de.ts').then((m) => whole(m.de, m.ofGames)),
}

/** All texts in a language. */
export const load = (lang: Language): Promise<Catalogue> => loaders[lang]()

class I18n {
  lang: Language = $state('en')
  /** Empty until the first language is loaded: `use` is called before anything is shown. */
  messages: Catalogue = $state.raw({} as Catalogue)

  /** Change to a language; the page follows when its texts are loaded. */
  async use(lang: Language): Promise<void> {
    this.messages = await load(lang)
    this.lang = lang
    document.documentElement.lang = lang
  }
}

export const i18n = new I18n()

/** A message of the interface in the chosen language. */
export function t(key: Key, args?: Arguments): string {
  return format(i18n.messages[key], i18n.lang, args)
}

/** Whether there is a message with that key. */
export function isKey(key: string): key is Key {
  return key in i18n.messages
}

/** The message with that key if there is one, otherwise the given words. */
export function maybe(key: string, otherwise: string, args?: Arguments): string {
  return isKey(key) ? t(key, args) : otherwise
}

/** The language the browser asks for, if we have it. */
export function preferred(languages: readonly string[]): Language {
  for (const tag of languages) {
    const short = tag.slice(0, 2)
    if (short in LANGUAGES) return short as Language
  }
  return 'en'
}
