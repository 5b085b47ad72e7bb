/** Says in the title and the icon of the page that it is my turn; null: it is not. */
export function notice(game: string | null): void {
  const title = game ? `● ${game} – Tafelrunde` : 'Tafelrunde'
  if (document.title !== title) document.title = title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const wanted = game ? '/icon-turn.svg' : '/icon.svg'
  if (icon && !icon.href.endsWith(wanted)) icon.href = wanted
}
