import type { learn as en } from '../en/learn.ts'

/** Czech: the first-game guides. */
export const learn: Record<keyof typeof en, string> = {
  'learn.back': 'Zpět',
  'learn.contents': 'Obsah',
  'learn.done': 'Přesně tak',
  'learn.hint': 'Rada',
  'learn.leave': 'Opustit průvodce',
  'learn.next': 'Dál',
  'learn.play': 'Hrát dál',
  'learn.resume': 'Pokračovat v průvodci',
  'learn.skip': 'Přeskočit krok',
  'learn.step': 'Krok {n} z {of}',
  'learn.title': 'První partie',
  'learn.try': 'Teď to zkus ty',
  'learn.tryIt': 'Zkus to',
  'learn.waits': 'Hrají ostatní. Za chvíli jsi na tahu.',
}
