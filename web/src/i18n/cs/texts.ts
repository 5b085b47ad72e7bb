import type { texts as en } from '../en/texts.ts'

/** Czech: hints, and the mark of what is reconstructed. */
export const texts: Record<keyof typeof en, string> = {
  'hints.link': 'Rady z pravidel',
  'hints.says': 'Co radí pravidla, našimi slovy.',
  'hints.title': 'Rady: {game}',
  'mark.reconstructed': 'Rekonstruováno: {what}. Vytištěný údaj neznáme; toto je náš nejlepší odhad.',
}
