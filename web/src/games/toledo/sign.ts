import type { Sign } from '../parts.ts'

export const sign: Sign = { name: 'sword', w: 12, h: 40 }
