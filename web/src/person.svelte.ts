import { here } from './engine/here.svelte.ts'
import { isHere } from './engine/pack.ts'
import { ApiError, who } from './net/api.ts'
import type { Me } from './net/types.ts'

/** Who I am. */
class Person {
  me: Me | null = $state.raw(null)
  failed: unknown = $state.raw(null)

  async begin(): Promise<void> {
    try {
      this.me = await who()
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
