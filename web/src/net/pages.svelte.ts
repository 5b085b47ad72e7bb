import { get } from './api.ts'
import type { Table } from './types.ts'
import type { Tables } from './wire.ts'

/** A list of tables that is loaded page by page. */
export class Pages {
  rows: Table[] = $state.raw([])
  next: string | null = $state(null)

  constructor(private readonly path: string) {}

  /** Load the first page, or one more. */
  async load(before: string | null = null): Promise<void> {
    const page = await get<Tables>(before ? `${this.path}${this.path.includes('?') ? '&' : '?'}before=${before}` : this.path)
    this.rows = before ? [...this.rows, ...page.tables] : page.tables
    this.next = page.next ?? null
  }

  /** The function that loads the next page; null if there is none. */
  get more(): (() => void) | null {
    const { next } = this
    return next === null ? null : () => void this.load(next).catch(() => undefined)
  }
}
