export {}

declare const __FILES__: string[]
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** The shell opens without a network; what the table says always comes from the server. */
const files = __FILES__
const shelf = `tafelrunde-${files.join().split('').reduce((h, c) => (h * 31 + c.charCodeAt(0)) | 0, 7)}`
const SHELF = /^tafelrunde--?\d+$/
const STABLE = /^\/api\/games(\/[a-z_]+\/(data|rules|texts\/[a-z]+))?$/

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(shelf).then(async (cache) => {
      await Promise.allSettled(['/', ...files].map((file) => cache.add(file)))
      await worker.skipWaiting()
    }),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (known) => {
      // A page that was open before goes on with the files that it knows: the shelf before this one stays.
      const shelves = known.filter((k) => SHELF.test(k) && k !== shelf)
      await Promise.all(shelves.slice(0, -1).map((k) => caches.delete(k)))
      await worker.clients.claim()
    }),
  )
})

async function newestFirst(request: Request, key: RequestInfo): Promise<Response> {
  const cache = await caches.open(shelf)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(key, answer.clone())
    // A plain web server knows no pages inside the table: they are all the one that is kept.
    return answer.ok || request.mode !== 'navigate' ? answer : ((await cache.match(key)) ?? answer)
  } catch (error) {
    const known = await cache.match(key)
    if (known) return known
    throw error
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(newestFirst(request, '/'))
  else if (STABLE.test(url.pathname)) event.respondWith(newestFirst(request, request))
  else if (url.pathname.startsWith('/pack/') && !url.pathname.endsWith('.json')) event.respondWith(caches.match(request).then((known) => known ?? fetch(request)))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(caches.match(request).then((known) => known ?? newestFirst(request, request)))
})

worker.addEventListener('push', (event) => {
  const note = (event.data?.json() ?? {}) as { title?: string; body?: string; url?: string; tag?: string }
  event.waitUntil(
    worker.registration.showNotification(note.title ?? 'Tafelrunde', { body: note.body ?? '', tag: note.tag ?? 'tafelrunde', icon: '/icon-192.png', badge: '/icon-192.png', data: { url: note.url ?? '/' } }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = String((event.notification.data as { url?: string } | null)?.url ?? '/')
  event.waitUntil(
    worker.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const open = windows.find((w) => new URL(w.url).pathname === new URL(url, worker.location.origin).pathname)
      if (open) await open.focus()
      else await worker.clients.openWindow(url)
    }),
  )
})
