import type { Sign } from '../parts.ts'

export const sign: Sign = { name: 'king', w: 28, h: 37 }
