import { here } from '../engine/here.svelte.ts'
import { i18n } from '../i18n/index.svelte.ts'
import { get } from './api.ts'
import type { Table } from './types.ts'
import type { Challenges } from './wire.ts'

/** What the server tells of the lobby and of me, on whatever page I am.  Pages that nobody looks
 *  at do not listen: a browser has few connections to one server, and a page that becomes
 *  visible again reads everything afresh. */
class News {
  open: Table[] = $state.raw([])
  counts: { online: number; running: number } | null = $state.raw(null)
  challenges: Challenges = $state.raw({ received: [], sent: [] })
  /** Counts what has happened at my own tables. */
  mine = $state(0)

  /** Listen as long as the page is visible; to be used as an effect. */
  listen(): () => void {
    const lang = i18n.lang
    let stop: (() => void) | null = null
    const look = (): void => {
      if (document.hidden) {
        stop?.()
        stop = null
      } else stop ??= this.connect(lang)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      stop?.()
    }
  }

  private connect(lang: string): () => void {
    const heard = new Map<string, (data: string) => void>()
    const on = <T>(event: string, take: (data: T) => void): unknown => heard.set(event, (data) => take(JSON.parse(data) as T))
    on<{ tables: Table[] }>('tables', ({ tables }) => {
      this.open = tables
      this.mine++
      this.ask()
    })
    on<{ table: Table }>('table', ({ table }) => (this.open = [...this.open.filter((x) => x.id !== table.id), ...(table.status === 'open' ? [table] : [])]))
    on<{ id: string }>('gone', ({ id }) => {
      this.open = this.open.filter((x) => x.id !== id)
      if (this.challenges.received.some((c) => c.table === id) || this.challenges.sent.some((c) => c.table === id)) this.ask()
    })
    on('mine', () => {
      this.mine++
      if (this.challenges.sent.length) this.ask()
    })
    on('challenges', () => this.ask())
    on<{ online: number; running: number }>('counts', (counts) => (this.counts = counts))
    return here.engine('/api/news').news(lang, [...heard.keys()], (event, data) => heard.get(event)?.(data))
  }

  private ask(): void {
    void get<Challenges>('/api/me/challenges').then((found) => (this.challenges = found)).catch(() => undefined)
  }
}

export const news = new News()
