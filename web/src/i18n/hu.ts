import type { Catalogue } from './index.svelte.ts'
import { en } from './en.ts'

export const hu: Catalogue = { ...en }
