/** The service worker that looks after the pages of this browser, where it may have one. */
import { ROOT } from '../site.ts'

/** How long a first visit may wait for it. */
const GUARD_MS = 5000

let registered: Promise<unknown> | null = null
const keeper = (): ServiceWorkerContainer | undefined => (import.meta.env.PROD ? navigator.serviceWorker : undefined)

/** Ask for it. There is none in a page that came over plain HTTP, and in some private windows. */
export function guard(): Promise<unknown> {
  registered ??= keeper()?.register(`${ROOT}sw.js`).catch(() => null) ?? Promise.resolve(null)
  return registered
}

/**
 * Wait a while until it looks after this page: then it gives out the scripts that are kept here.
 */
export async function guarded(): Promise<void> {
  const worker = keeper()
  if (!worker || worker.controller) return
  const taken = new Promise<void>((resolve) => worker.addEventListener('controllerchange', () => resolve(), { once: true }))
  const late = new Promise<void>((resolve) => setTimeout(resolve, GUARD_MS))
  await Promise.race([taken, late, guard().then((found) => (found ? taken : undefined))])
}
