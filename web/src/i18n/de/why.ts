import type { why as english } from '../en/why.ts'

export const why: Record<keyof typeof english, string> = {
  'result.ahead': '{n, plural, one {# Punkt} other {# Punkte}} vor {name}',
  'result.aheadOfYou': '{n, plural, one {# Punkt} other {# Punkte}} vor dir',
  'result.casual': 'freundschaftlich: keine Wertungszahl ändert sich',
  'result.noTie': 'Niemand hat gleich viele Punkte.',
  'result.points': 'Punkte',
  'result.rating': 'Wertungszahl',
  'result.rounds': 'Punkte nach Runden',
  'result.share': 'Teilen',
  'result.shared': '{names} teilen sich den Sieg mit {n, plural, one {# Punkt} other {# Punkten}}',
  'result.copied': 'Link kopiert',
  'result.sources': 'Woher die Punkte kommen',
  'result.wins': '{name} gewinnt mit {n, plural, one {# Punkt} other {# Punkten}}',
  'result.youWin': 'Du gewinnst mit {n, plural, one {# Punkt} other {# Punkten}}',
  'why.copy': 'Als Text kopieren',
  'why.steps': '{n, plural, one {noch # Schritt} other {noch # Schritte}}',
  'why.times': 'Uhrzeiten',
  'why.you': 'Du',
}
