import type { Answer, Engine, Hear, Line } from './engine.ts'

/** The server that this page comes from. */
export const server: Engine = {
  async request(method, target, headers, body): Promise<Answer | null> {
    try {
      const answer = await fetch(target, { method, headers, body, credentials: 'same-origin' })
      return { status: answer.status, text: await answer.text() }
    } catch {
      return null
    }
  },

  line(table: string): Line {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`) as Line
  },

  news(lang: string, events: string[], hear: Hear): () => void {
    const source = new EventSource(`/api/news?lang=${lang}`)
    for (const event of events) source.addEventListener(event, (e) => hear(event, e.data as string))
    return () => source.close()
  },
}
