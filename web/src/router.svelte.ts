/**
 * Where the person is: the path and the query, and how to go elsewhere without loading the page
 * again.
 */
class Router {
  path = $state(location.pathname)
  query = $state.raw(new URLSearchParams(location.search))
  hash = $state(location.hash)

  constructor() {
    addEventListener('popstate', () => this.read())
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = (event.target as Element).closest?.('a[href]')
      if (!(link instanceof HTMLAnchorElement) || link.target || link.download || link.origin !== location.origin) return
      if (link.pathname.startsWith('/api/')) return
      event.preventDefault()
      this.go(link.pathname + link.search + link.hash)
    })
  }

  /** Go to another page of the table. */
  go(where: string, instead = false): void {
    if (instead) history.replaceState(null, '', where)
    else history.pushState(null, '', where)
    this.read()
    if (!location.hash && !instead) scrollTo(0, 0)
  }

  private read(): void {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
    this.hash = location.hash
  }
}

export const router = new Router()

/** The parts of a path that match a pattern like `/t/:id/replay`; null when they do not. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.split('/')
  const have = path.replace(/\/$/, '').split('/')
  if (want.length !== have.length) return null
  const found: Record<string, string> = {}
  for (const [i, part] of want.entries()) {
    if (part.startsWith(':')) found[part.slice(1)] = decodeURIComponent(have[i]!)
    else if (part !== have[i]) return null
  }
  return found
}
