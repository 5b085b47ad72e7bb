import type { daily as en } from '../en/daily.ts'

/** Czech: the daily deal. */
export const daily: Record<keyof typeof en, string> = {
  'daily.begun': 'Právě ji hraješ.',
  'daily.done': '{place}. místo, {score} bodů',
  'daily.earlier': 'Dřívější dny',
  'daily.fair': 'Toto rozdání si nikdo nemohl vybrat',
  'daily.fairSays': 'Rozdání všech dnů plynou z řetězu hašů, který byl určen {start}. Toto je jeho konec; nikdy se nezmění. Jakmile je rozdání uzavřeno, ukáže se vedle výsledků jeho článek a každý může ověřit, že do řetězu patří.',
  'daily.fresh': 'Zatím nehráno',
  'daily.goOn': 'Pokračovat',
  'daily.link': 'Článek tohoto dne:',
  'daily.nobody': 'Nikdo ji nedohrál.',
  'daily.place': 'Místo',
  'daily.play': 'Hrát',
  'daily.proven': 'Tvůj prohlížeč ověřil, že patří k řetězci.',
  'daily.results': 'Výsledky',
  'daily.says': 'Každý den jedno rozdání každé hry, pro všechny stejné a proti stejným botům. Hraješ je jednou a nic, z čeho ses něco dozvěděl(a), nejde vzít zpět. Pak uvidíš, jak si vedli ostatní.',
  'daily.short': 'Pro všechny stejná, jednou',
  'daily.title': 'Partie dne',
  'daily.unproven': 'K řetězci nepatří.',
  'daily.until': 'lze začít do {when}',
  'daily.who': 'Hráč',
}
