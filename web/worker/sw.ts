export {}

declare const __FILES__: string[]
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** The folder of the page: this file lies in it. */
const ROOT = new URL('.', worker.location.href).pathname
/** The shell opens without a network; what the table says always comes from the server. */
const files = __FILES__.map((name) => ROOT + name)
/** A host may have several folders of this kind: each has its own shelves. */
const SHELVES = `tafelrunde${ROOT.slice(0, -1)}-`
const shelf = `${SHELVES}${files.join().split('').reduce((h, c) => (h * 31 + c.charCodeAt(0)) | 0, 7)}`
const isShelf = (name: string): boolean => name.startsWith(SHELVES) && /^-?\d+$/.test(name.slice(SHELVES.length))
const STABLE = /^\/api\/games(\/[a-z_]+\/(data|rules|texts\/[a-z]+))?$/

/** How long a page waits for a silent server before it opens from here. */
const PATIENCE_MS = 4000

/** Store everything or nothing: if a file is missing, the previous worker continues with its own. */
async function install(): Promise<void> {
  const known = await caches.has(shelf)
  const cache = await caches.open(shelf)
  try {
    await cache.addAll([new Request(ROOT, { cache: 'no-cache' }), ...files])
  } catch (error) {
    if (!known) await caches.delete(shelf)
    throw error
  }
  await worker.skipWaiting()
}
worker.addEventListener('install', (event) => event.waitUntil(install()))

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (known) => {
      // A page that was open before continues with the files that it knows: the previous cache stays.
      const shelves = known.filter((k) => isShelf(k) && k !== shelf)
      await Promise.all(shelves.slice(0, -1).map((k) => caches.delete(k)))
      await worker.clients.claim()
    }),
  )
})

async function newestFirst(request: Request): Promise<Response> {
  const cache = await caches.open(shelf)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined)
    return answer
  } catch (error) {
    const known = await cache.match(request)
    if (known) return known
    throw error
  }
}

/** Whether this is the page of a static folder: `export-site` marks it. */
const isAlone = async (page: Response): Promise<boolean> => /<meta name="tafelrunde" content="device"/.test(await page.clone().text())

/** The page: the server's, else the one that came with the files here.
 *
 * A plain web server says nothing of how long its files are good for, and the browser would guess: so it is asked whether there is a newer one.
 * It gives out one page only. All others stand behind the # of that one, and an address without the # leads there.
 */
async function page(request: Request): Promise<Response> {
  const known = await caches.open(shelf).then((cache) => cache.match(ROOT))
  const newest = fetch(request, { cache: 'no-cache' })
  if (!known) return newest
  const silent = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
  const answer = await Promise.race([newest.catch(() => null), silent])
  if (answer?.ok) return answer
  const { pathname, search, hash } = new URL(request.url)
  const inside = pathname.slice(ROOT.length).replace(/^index\.html$/, '')
  return inside && (await isAlone(known)) ? Response.redirect(`${ROOT}#/${inside}${search}${hash}`) : known
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(page(request))
  else if (STABLE.test(url.pathname) || (files.includes(url.pathname) && !url.pathname.startsWith(`${ROOT}assets/`))) event.respondWith(newestFirst(request))
  else if (url.pathname.startsWith(`${ROOT}pack/`) && !url.pathname.endsWith('.json')) event.respondWith(caches.match(request).then((known) => known ?? fetch(request)))
  else if (url.pathname.startsWith(`${ROOT}assets/`)) event.respondWith(caches.match(request).then((known) => known ?? newestFirst(request)))
})

worker.addEventListener('push', (event) => {
  const note = (event.data?.json() ?? {}) as { title?: string; body?: string; url?: string; tag?: string }
  event.waitUntil(
    worker.registration.showNotification(note.title ?? 'Tafelrunde', { body: note.body ?? '', tag: note.tag ?? 'tafelrunde', icon: `${ROOT}icon-192.png`, badge: `${ROOT}icon-192.png`, data: { url: note.url ?? ROOT } }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = String((event.notification.data as { url?: string } | null)?.url ?? ROOT)
  event.waitUntil(
    worker.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const open = windows.find((w) => new URL(w.url).pathname === new URL(url, worker.location.origin).pathname)
      if (open) await open.focus()
      else await worker.clients.openWindow(url)
    }),
  )
})
