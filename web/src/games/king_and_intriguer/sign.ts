import type { Sign } from '../parts.ts'

export const sign: Sign = { name: 'crown', w: 32, h: 22 }
