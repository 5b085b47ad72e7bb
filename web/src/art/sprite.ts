import pieces from '$drawing/pieces.svg?raw'
import icons from './icons.svg?raw'

/** The five seats in order: their tinctures, emblems and hatchings. */
export const TINCTURES = ['gules', 'azure', 'or', 'vert', 'sable'] as const
export type Tincture = (typeof TINCTURES)[number]

export const EMBLEMS: Record<Tincture, string> = {
  gules: '<path d="M5 .9 9.5 6v3.3L5 4.4.5 9.3V6z"/>',
  azure: '<path d="M.7 1.5h8.6v2.7H.7zM.7 5.8h8.6v2.7H.7z"/>',
  or: '<circle cx="5" cy="5" r="4"/>',
  vert: '<path d="M5 .2 9.3 5 5 9.8.7 5z"/>',
  sable: '<path d="M3.4.7h3.2v2.7h2.7v3.2H6.6v2.7H3.4V6.6H.7V3.4h2.7z"/>',
}
const HATCHINGS: Record<Tincture, string> = {
  gules: '<path d="M2 0v4" stroke="#fff" stroke-opacity=".34" stroke-width=".9"/>',
  azure: '<path d="M0 2h4" stroke="#fff" stroke-opacity=".34" stroke-width=".9"/>',
  or: '<circle cx="2" cy="2" r=".8" fill="#5A3E00" fill-opacity=".42"/>',
  vert: '<path d="M-1-1 5 5M-1 3 1 5M3-1 5 1" stroke="#06382a" stroke-opacity=".38" stroke-width=".9"/>',
  sable: '<path d="M2 0v4M0 2h4" stroke="#fff" stroke-opacity=".3" stroke-width=".7"/>',
}

/** The tincture of a seat. */
export function tincture(seat: number): Tincture {
  return TINCTURES[seat] ?? 'sable'
}

/**
 * Besides its emblem a piece can carry its hatching, as large surfaces always do: --hatched says
 * whether.
 */
function hatched(inside: string): string {
  if (inside.includes('url(#hatch)')) return inside
  return inside.replace(/<path d="([^"]+)" fill="\$base"[^>]*>/, (path, d: string) => `${path}<path d="${d}" fill="url(#hatch)" style="opacity:var(--hatched,0)"/>`)
}

/**
 * All symbols of the table as one hidden drawing: the pieces of pieces.svg once per seat, and the
 * icons.
 */
export function sprite(): string {
  const hatches = TINCTURES.flatMap((t) =>
    [1, 2].map((k) => `<pattern id="hatch-${t}${k > 1 ? '-wide' : ''}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="scale(${k})">${HATCHINGS[t]}</pattern>`),
  )
  const emblems = TINCTURES.map((t) => `<symbol id="emblem-${t}" viewBox="0 0 10 10">${EMBLEMS[t]}</symbol>`)
  const body = pieces.replace(/<!--[\s\S]*?-->/g, '').replace(/<\/?svg[^>]*>/g, '')
  const shapes = body.replace(/<symbol id="(\w+)" class="seat"([^>]*)>([\s\S]*?)<\/symbol>/g, (_, id: string, rest: string, inside: string) =>
    TINCTURES.map((t) => {
      const own = hatched(inside)
        .replaceAll('$base', 'var(--pc)').replaceAll('$light', 'var(--pc-hi)').replaceAll('$shade', 'var(--pc-lo)').replaceAll('$on', 'var(--pc-on)')
        .replaceAll('"#emblem"', `"#emblem-${t}"`).replaceAll('url(#hatch)', `url(#hatch-${t})`)
      return `<symbol id="${id}-${t}"${rest}><g class="t-${t}">${own}</g></symbol>`
    }).join(''),
  )
  const plain = shapes.replaceAll('$ink', 'currentColor').replaceAll('$hole', 'var(--icon-hole,var(--panel))')
  const drawn = icons.replace(/<!--[\s\S]*?-->/g, '').replace(/<\/?svg[^>]*>/g, '')
  return `<svg width="0" height="0" aria-hidden="true"><defs>${hatches.join('')}${emblems.join('')}${plain}${drawn}</defs></svg>`
}
