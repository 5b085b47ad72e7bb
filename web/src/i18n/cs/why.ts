import type { why as english } from '../en/why.ts'

export const why: Record<keyof typeof english, string> = {
  'result.ahead': 'náskok na dalšího v pořadí ({name}): {n, plural, one {# bod} few {# body} other {# bodů}}',
  'result.aheadOfYou': 'náskok před tebou: {n, plural, one {# bod} few {# body} other {# bodů}}',
  'result.casual': 'přátelská hra: hodnocení se nemění',
  'result.noTie': 'Nikdo nemá stejně bodů.',
  'result.points': 'Body',
  'result.rating': 'Hodnocení',
  'result.rounds': 'Body po kolech',
  'result.share': 'Sdílet',
  'result.shared': 'O vítězství se dělí {names}: {n, plural, one {# bod} few {# body} other {# bodů}}',
  'result.copied': 'Odkaz zkopírován',
  'result.sources': 'Odkud jsou body',
  'result.wins': 'Vítězí {name}: {n, plural, one {# bod} few {# body} other {# bodů}}',
  'result.youWin': 'Vyhráváš: {n, plural, one {# bod} few {# body} other {# bodů}}',
  'why.copy': 'Kopírovat jako text',
  'why.steps': '{n, plural, one {ještě # krok} few {ještě # kroky} other {ještě # kroků}}',
  'why.times': 'Časy',
  'why.you': 'Ty',
}
