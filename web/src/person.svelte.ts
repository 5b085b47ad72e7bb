import { who } from './net/api.ts'
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
      this.failed = error
    }
  }
}

export const person = new Person()
