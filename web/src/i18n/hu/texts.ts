import type { texts as en } from '../en/texts.ts'

/** Hungarian: hints, and the mark of what is reconstructed. */
export const texts: Record<keyof typeof en, string> = {
  'hints.link': 'Tippek a szabálykönyvből',
  'hints.says': 'Amit a szabálykönyv tanácsol, a saját szavainkkal.',
  'hints.title': 'Tippek: {game}',
  'mark.reconstructed': 'Rekonstruált: {what}. A nyomtatott adatot nem ismerjük; ez a legjobb becslésünk.',
}
