import { here } from './engine/here.svelte.ts'
import { isHere } from './engine/pack.ts'
import { ApiError, who } from './net/api.ts'
import type { Me } from './net/types.ts'
import { remembered } from './remembered.ts'

/** How long a server may be silent before a device that can play without it answers. */
const PATIENCE_MS = 8000

/**
 * Who I am; as if nobody could be reached, where the server is silent and this device can answer.
 */
async function asked(): Promise<Me> {
  if (here.device || !(await isHere())) return who()
  const silent = new Promise<never>((_, reject) => setTimeout(() => reject(new ApiError({ code: 'offline', text: '' }, 0)), PATIENCE_MS))
  return Promise.race([who(), silent])
}

/** Who this device's person was when it last answered: nobody else can have become them since. */
const LAST = 'tafelrunde.me'
const lastTime = (): Me | null => JSON.parse((here.device && remembered.get(LAST)) || 'null') as Me | null

/** Who I am. */
class Person {
  me: Me | null = $state.raw(null)
  failed: unknown = $state.raw(null)

  async begin(): Promise<void> {
    this.me ??= lastTime()
    try {
      this.me = await asked()
      this.failed = null
      if (here.device) remembered.set(LAST, JSON.stringify(this.me))
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
