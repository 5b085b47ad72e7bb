import type { Catalogue } from './index.svelte.ts'
import { en } from './en.ts'

export const de: Catalogue = { ...en }
