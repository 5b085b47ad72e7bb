import { address, page } from './site.ts'

const now = (): URL => new URL(`${location.origin}${page(location) ?? '/'}`)

/**
 * Where the person is: the path and the query, and how to go elsewhere without loading the page
 * again.
 */
class Router {
  path = $state(now().pathname)
  query = $state.raw(now().searchParams)
  hash = $state(now().hash)

  constructor() {
    addEventListener('popstate', () => this.read())
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = (event.target as Element).closest?.('a[href]')
      if (!(link instanceof HTMLAnchorElement) || link.target || link.download || link.origin !== location.origin) return
      const where = page(link)
      if (where === null) return
      event.preventDefault()
      this.go(where)
    })
  }

  /** Go to another page of the table. */
  go(where: string, instead = false): void {
    if (instead) history.replaceState(null, '', address(where))
    else history.pushState(null, '', address(where))
    this.read()
    if (!this.hash && !instead) scrollTo(0, 0)
  }

  private read(): void {
    const { pathname, searchParams, hash } = now()
    this.path = pathname
    this.query = searchParams
    this.hash = hash
  }
}

export const router = new Router()

/** The parts of a path that match a pattern like `/t/:id/replay`; null if they do not. */
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
