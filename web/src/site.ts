/** Where this page lies, whether a server of ours is behind it, and how to write its addresses. */

const script = import.meta.url

/** The folder of the page on its host: all scripts lie in one folder inside it. */
export const ROOT = new URL('..', script).pathname

/** A static page: everything happens on this device. `export-site` writes the mark. */
export const alone = globalThis.document?.querySelector('meta[name="tafelrunde"]')?.getAttribute('content') === 'device'

/**
 * The address of a page, as links have it. Pages of a static folder stand behind the # of its own
 * address: plain web servers give out no other.
 */
export const address = (where: string): string => (alone ? `${ROOT}#${where}` : where)

/** The page that an address means, with its query and hash; null if it is not one of ours. */
export function page({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string | null {
  if (!alone) return pathname.startsWith('/api/') ? null : pathname + search + hash
  if (pathname !== ROOT && pathname !== `${ROOT}index.html`) return null
  return hash.startsWith('#/') ? hash.slice(1) : `/${search}`
}
