/**
 * How a table is laid out in a window. Everything but the board has a fixed height, and the board
 * takes the rest: so its rectangle depends on the window and on the title, never on what is asked.
 * Below the floor the page scrolls.
 *
 * wide: players, board and side in columns. tablet: a strip of players, a rail whose sheets open
 * over the board. portrait: the same, with the sheets below. low: board and decision side by side.
 * narrow: one column, the decision at the lower edge. phone: upright.
 */
export type Mode = 'wide' | 'tablet' | 'portrait' | 'low' | 'narrow' | 'phone'

export interface Room { mode: Mode; left: number; side: number; hand: number; board: number }
/**
 * What a title says about itself: width of the board by its height, heights of the hand (wide,
 * tablet, upright if it is another), whether a score track lies above the board and a strip of it
 * below.
 */
export interface Shape { aspect: number; hand: [number, number, number?]; track: boolean; below: boolean; strip: boolean }

export const GAP = 8
export const HEADER = 44
export const BAR = 92
export const STRIP = 82
export const TRACK = 46
const FLOOR = 300
const FLOOR_PHONE = 240

export function modeOf(width: number, height: number): Mode {
  if (width < 720 && height >= width) return 'phone'
  if (height < 520) return width >= 760 ? 'low' : 'narrow'
  if (width < 760 && width > height) return 'narrow'
  if (width >= 1180) return 'wide'
  return width > height ? 'tablet' : 'portrait'
}

const within = (least: number, n: number, most: number): number => Math.max(least, Math.min(most, n))

/** The sizes that do not follow from the style sheet. */
export function roomOf(width: number, height: number, { aspect, hand, track, below, strip }: Shape): Room {
  const mode = modeOf(width, height)
  const left = width < 1440 ? 232 : 240
  const rows = HEADER + BAR + 4 * GAP + (track ? TRACK : 0)
  if (mode === 'wide') {
    const tall = below ? within(hand[0] - 30, Math.round(height * 0.2), hand[0] + 24) : within(hand[1], height - rows - FLOOR, hand[0])
    const board = Math.max(FLOOR, height - rows - tall)
    const side = below ? 0 : Math.round(within(292, width - left - 4 * GAP - board * aspect, 400))
    return { mode, left, side, hand: tall, board }
  }
  if (mode === 'tablet') return { mode, left: 0, side: 64, hand: hand[1], board: Math.max(FLOOR, height - rows - STRIP - GAP - hand[1]) }
  const full = Math.round((width - 2 * GAP) / aspect)
  if (mode === 'portrait') {
    const tall = hand[2] ?? hand[1]
    return { mode, left: 0, side: 0, hand: tall, board: within(FLOOR, full, height - rows - STRIP - tall - 180) }
  }
  if (mode === 'low') return { mode, left: 0, side: 0, hand: 0, board: Math.max(FLOOR_PHONE, height - HEADER - 2 * GAP - (strip ? 62 : 0)) }
  if (mode === 'narrow') return { mode, left: 0, side: 0, hand: 0, board: Math.max(FLOOR, full) }
  const most = Math.max(FLOOR_PHONE, height * 0.36)
  // A part of the board seen through a window takes all the available height.
  return { mode, left: 0, side: 0, hand: 0, board: Math.round(strip ? most : within(FLOOR_PHONE, width / aspect, most)) }
}
