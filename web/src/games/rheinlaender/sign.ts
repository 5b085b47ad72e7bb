import type { Sign } from '../parts.ts'

export const sign: Sign = { name: 'duke', seat: 2, w: 30, h: 38 }
