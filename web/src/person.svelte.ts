import { here } from './engine/here.svelte.ts'
import { isHere } from './engine/pack.ts'
import { ApiError, who } from './net/api.ts'
import type { Me } from './net/types.ts'

/** How long a server may be silent before a device that can play without it answers. */
const PATIENCE_MS = 8000

/** Who I am; null if the server is silent and this device can answer instead. */
async function asked(): Promise<Me> {
  if (here.device || !(await isHere())) return who()
  const silent = new Promise<never>((_, reject) => setTimeout(() => reject(new ApiError({ code: 'offline', text: '' }, 0)), PATIENCE_MS))
  return Promise.race([who(), silent])
}

/** Who I am. */
class Person {
  me: Me | null = $state.raw(null)
  failed: unknown = $state.raw(null)

  async begin(): Promise<void> {
    try {
      this.me = await asked()
      this.failed = null
    } catch (error) {
      const lost = error instanceof ApiError && error.trouble.code === 'offline'
      if (lost && !here.device && (await isHere())) {
        here.fallBack()
        return this.begin()
      }
      this.failed = error
    }
  }
}

export const person = new Person()
