import plain from '../../public/icon.svg?raw'
import turn from '../../public/icon-turn.svg?raw'

/**
 * Icons of the page are written out: a browser fetches them past the service worker, which fails
 * without a network.
 */
const written = (drawing: string): string => `data:image/svg+xml,${encodeURIComponent(drawing)}`

/** Says in the title and the icon of the page that it is my turn; null: it is not. */
export function notice(game: string | null): void {
  const title = game ? `● ${game} – Tafelrunde` : 'Tafelrunde'
  if (document.title !== title) document.title = title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const wanted = written(game ? turn : plain)
  if (icon && icon.href !== wanted) icon.href = wanted
}
