import type { Catalogue } from './index.svelte.ts'
import { en } from './en.ts'

export const cs: Catalogue = { ...en }
