/**
 * The files that a device needs to play offline: downloaded with progress, unpacked here, kept if
 * they are what they should be.
 */
import { ROOT } from '../site.ts'

export const FOLDER = `${ROOT}pack/`

const SHELF = 'tafelrunde-pack'
const LIST = `${FOLDER}pack.json`
/** Packs of a later form are for later pages. */
const FORM = 2
/** How long a server may be silent before the pack that is kept here is used. */
const PATIENCE_MS = 4000
/** How long a file may stand still on its way before it counts as lost. */
const STALL_MS = 20_000
/** The first byte of a gzipped file; none of ours begins with it unpacked. */
const GZIP = 0x1f

interface Part {
  file: string
  size: number
  /** The beginning of the SHA-256 of what is in it; packs of the first form do not say. */
  digest?: string
}

export interface Pack {
  form?: number
  version: string
  /** Where the interpreter's scripts are. */
  folder: string
  /** The interpreter's own manifest. */
  python: Record<string, string>
  parts: Record<'python' | 'library' | 'house', Part>
  /** The interpreter's loader, and what it loads. */
  scripts: [Part, Part]
  /** The weights of the titles' networks: fetched when a bot needs them, or when there is time. */
  weights?: Record<string, Part>
}

export type Bytes = Uint8Array<ArrayBuffer>
/**
 * What is here already is unpacked while it is read: nobody waits for the end of what can be used
 * from its beginning.
 */
export type Parts = Record<keyof Pack['parts'], Response>
type Progress = (done: number, total: number) => void

/** The packs that can be had: the one that is here as a whole, and the one of the server. */
export interface Packs {
  kept: Pack | null
  offered: Pack | null
  newest: Pack
}

/** A pack that can be used; `damage` fails if a part that was kept here turns out to be damaged. */
export interface Fetched {
  pack: Pack
  parts: Parts
  damage: Promise<never>
}

/** Where the parts are stored; null if the browser stores nothing. */
const shelf = (): Promise<Cache | null> => (typeof caches === 'undefined' ? Promise.resolve(null) : caches.open(SHELF).catch(() => null))

/**
 * Store something if there is room, and say whether there was; otherwise the next start needs the
 * network again.
 */
const keep = (kept: Cache | null, name: string, answer: Response): Promise<boolean> =>
  kept?.put(name, answer).then(() => true, () => false) ?? Promise.resolve(false) // prettier-ignore

const found = (kept: Cache | null, name: string): Promise<Response | undefined> => kept?.match(name).catch(() => undefined) ?? Promise.resolve(undefined)

/** What is stored of this folder: a host may have several, and all store in the same place. */
async function namesIn(kept: Cache | null): Promise<Set<string>> {
  const all = (await kept?.keys().catch(() => null)) ?? []
  return new Set(all.map((request) => new URL(request.url)).map((url) => url.pathname + url.search).filter((name) => name.startsWith(FOLDER)))
}

const filesOf = (pack: Pack): Part[] => [...Object.values(pack.parts), ...pack.scripts]

/**
 * Whether an answer is a pack's list: a network's own page, say of a hotel, answers everything with
 * itself.
 */
function isPack(value: unknown): value is Pack {
  const { form, version, parts, scripts } = (value ?? {}) as Partial<Pack>
  return typeof version === 'string' && !!parts?.python && !!parts.library && !!parts.house && scripts?.length === 2 && (form ?? 1) <= FORM
}

async function allHere(kept: Cache, pack: Pack): Promise<boolean> {
  const names = await namesIn(kept)
  return filesOf(pack).every(({ file }) => names.has(FOLDER + file))
}

/**
 * The pack that is here as a whole, so that no network is needed; null if some of it is missing.
 */
async function keptPack(): Promise<Pack | null> {
  const kept = await shelf()
  const pack: unknown = await found(kept, LIST).then((list) => list?.json()).catch(() => null) // prettier-ignore
  return kept && isPack(pack) && (await allHere(kept, pack)) ? pack : null
}

/** Whether everything is stored here, so that no network is needed. */
export const isHere = async (): Promise<boolean> => (await keptPack()) !== null

/**
 * The server's pack; null if no server can be reached, or if it is silent or answers something
 * else.
 */
async function offeredPack(patience: number): Promise<Pack | null> {
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), patience)
  try {
    const answer = await fetch(LIST, { cache: 'no-cache', signal: stop.signal })
    const pack: unknown = answer.ok ? await answer.json() : null
    return isPack(pack) ? pack : null
  } catch {
    return null
  } finally {
    clearTimeout(late)
  }
}

export async function findPacks(): Promise<Packs> {
  const kept = await keptPack()
  const offered = await offeredPack(kept ? PATIENCE_MS : STALL_MS)
  const newest = offered ?? kept
  if (!newest) throw new Error('pack.json')
  return { kept, offered, newest }
}

/** The newest pack that can be reached: the server's, otherwise the stored one. */
export const newestPack = async (): Promise<Pack> => (await findPacks()).newest

/** The newest of these packs with all its parts; if they do not come, the one that is here. */
export async function fetchPack({ kept, offered, newest }: Packs, progress: Progress): Promise<Fetched> {
  try {
    return await fetchParts(newest, kept, progress)
  } catch (error) {
    if (!offered || !kept || kept.version === offered.version) throw error
    return fetchParts(kept, kept, progress)
  }
}

/**
 * A device that was made ready stays so: what a newer pack needs comes before it is needed without
 * a network.
 */
export async function freshen(): Promise<void> {
  const kept = await keptPack()
  const offered = kept && (await offeredPack(PATIENCE_MS))
  if (offered && offered.version !== kept.version) await fetchParts(offered, kept, () => undefined).catch(() => undefined)
}

export const weight = (pack: Pack): number => filesOf(pack).reduce((sum, part) => sum + part.size, 0)

/**
 * A file from the server; an error if it breaks off or stands still. `came` is told every piece.
 */
async function read(name: string, came: (bytes: number) => void): Promise<Bytes> {
  const stop = new AbortController()
  let late: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(late)
    late = setTimeout(() => stop.abort(), STALL_MS)
  }
  wait()
  try {
    const answer = await fetch(name, { cache: 'no-cache', signal: stop.signal })
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`)
    const counted = answer.body.pipeThrough(
      new TransformStream<Bytes, Bytes>({
        transform(chunk, out) {
          wait()
          came(chunk.byteLength)
          out.enqueue(chunk)
        },
      }),
    )
    return new Uint8Array(await new Response(counted).arrayBuffer())
  } finally {
    clearTimeout(late)
  }
}

/**
 * Whether something is what the list says. If the browser does not compute digests it keeps nothing
 * either.
 */
async function matches(content: Bytes, digest: string | undefined): Promise<boolean> {
  if (!digest || !globalThis.crypto?.subtle) return true
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('').startsWith(digest) // prettier-ignore
}

/**
 * What is in a part that is here, unpacked while it is read: gzip's own checksum tells at the end
 * whether it was damaged. Null if it is not here, or if it came unpacked and is another one.
 */
async function opened(kept: Cache | null, name: string, { digest }: Part, damaged: (error: unknown) => void): Promise<Response | null> {
  try {
    const answer = await found(kept, name)
    if (!answer?.body) return null
    const [start, body] = answer.body.tee()
    const reader = start.getReader()
    const { value } = await reader.read()
    reader.cancel().catch(() => undefined)
    if (value?.[0] === GZIP) {
      const unpacking = new DecompressionStream('gzip')
      body.pipeTo(unpacking.writable).catch(damaged)
      return new Response(unpacking.readable)
    }
    const content = await bytes(new Response(body))
    return (await matches(content, digest)) ? new Response(content) : null
  } catch {
    return null
  }
}

/** What is in a file; it is stored as `keeps` says, and only if it is the right one. */
async function fetched(
  kept: Cache | null, name: string, at: string, { digest }: Part, came: (bytes: number) => void, keeps: (packed: Bytes, content: Bytes) => Response,
): Promise<Bytes> { // prettier-ignore
  const packed = await read(at, came)
  const content = await unzipped(packed)
  if (!(await matches(content, digest))) throw new Error(`${at}: another file came`)
  await keep(kept, name, keeps(packed, content))
  return content
}

/** Whether a browser stores what is fetched here. */
export const keeps = async (): Promise<boolean> => (await shelf()) !== null

/**
 * The file of a title's weights, from here or from the server; null if the pack has none, and an
 * error if it does not come. One that was damaged here is fetched again.
 */
export async function fetchWeights(pack: Pack, title: string): Promise<Bytes | null> {
  const one = pack.weights?.[title]
  if (!one) return null
  const kept = await shelf()
  const name = FOLDER + one.file
  const known = await found(kept, name)
  const content = known && (await bytes(known).then(unzipped).catch(() => null)) // prettier-ignore
  if (content && (await matches(content, one.digest))) return content
  await kept?.delete(name).catch(() => false)
  return fetched(kept, name, name, one, () => undefined, (packed) => new Response(packed))
}

/**
 * All parts of a pack, from here or from the server; `progress` is told how many bytes have come.
 * `whole` is the pack of which everything is here.
 */
async function fetchParts(pack: Pack, whole: Pack | null, progress: Progress): Promise<Fetched> {
  const kept = await shelf()
  const total = weight(pack)
  let done = 0
  let damaged!: (error: unknown) => void
  const damage = new Promise<never>((_, reject) => (damaged = reject))
  damage.catch(() => undefined)
  const came = (more: number): void => progress(Math.min((done += more), total), total)
  const part = async (one: Part): Promise<Response> => {
    const name = FOLDER + one.file
    const known = await opened(kept, name, one, damaged)
    if (known) {
      came(one.size)
      return known
    }
    await kept?.delete(name).catch(() => false) // else the service worker would answer with what is damaged
    return new Response(await fetched(kept, name, name, one, came, (packed) => new Response(packed)))
  }
  // Scripts are loaded by address: the service worker finds them where they are stored here.
  const script = async (one: Part): Promise<void> => {
    const name = FOLDER + one.file
    if (!kept || (await found(kept, name))) came(one.size)
    else await fetched(kept, name, `${name}.gz`, one, came, (_, content) => new Response(content, { headers: { 'Content-Type': 'text/javascript' } }))
  }
  const names = Object.keys(pack.parts) as (keyof Parts)[]
  const [parts] = await Promise.all([Promise.all(names.map(async (name) => [name, await part(pack.parts[name])] as const)), ...pack.scripts.map(script)])
  // The previous pack is good until all of this one is here.
  if (kept && pack.version !== whole?.version && (await allHere(kept, pack)) && (await keep(kept, LIST, new Response(JSON.stringify(pack))))) await tidy(kept, pack)
  return { pack, parts: Object.fromEntries(parts) as Parts, damage }
}

/**
 * Forget what of a pack is damaged here, and what was compiled of it; says whether there was
 * anything to forget.
 */
export async function mend(pack: Pack): Promise<boolean> {
  const kept = await shelf()
  if (!kept) return false
  const damaged = async ({ file, digest }: Part): Promise<boolean> => {
    try {
      const answer = await found(kept, FOLDER + file)
      return !!answer && !(await matches(await unzipped(await bytes(answer)), digest))
    } catch {
      return true
    }
  }
  const gone = [kept.delete(made(pack, COMPILED))]
  for (const part of filesOf(pack)) if (await damaged(part)) gone.push(kept.delete(FOLDER + part.file))
  return (await Promise.all(gone.map((one) => one.catch(() => false)))).some(Boolean)
}

/** The compiled parts of a pack: the library, and our files by path. */
export interface Compiled {
  library: Bytes
  files: [string, Uint8Array][]
}

/** Where something lies that this device has made of a pack. */
const made = (pack: Pack, what: string): string => `${FOLDER}made-${pack.version}${what}`
const COMPILED = '/compiled'

/** What an earlier start compiled; null if there is nothing. */
export async function compiledBefore(pack: Pack): Promise<Compiled | null> {
  const known = await found(await shelf(), made(pack, COMPILED))
  if (!known) return null
  const all = new Uint8Array(await known.arrayBuffer())
  const [head, size] = [4, new DataView(all.buffer).getUint32(0)]
  const listed = JSON.parse(new TextDecoder().decode(all.subarray(head, head + size))) as [string, number][]
  let at = head + size
  const files = listed.map(([name, n]): [string, Uint8Array] => [name, all.subarray(at, (at += n))])
  return { library: new Uint8Array(files.shift()![1]), files }
}

/** Store what was compiled for the next start, if there is room. */
export async function keepCompiled(pack: Pack, { library, files }: Compiled): Promise<void> {
  const all: [string, Uint8Array][] = [['', library], ...files]
  const list = new TextEncoder().encode(JSON.stringify(all.map(([name, content]) => [name, content.length])))
  const head = new Uint8Array(4)
  new DataView(head.buffer).setUint32(0, list.length)
  await keep(await shelf(), made(pack, COMPILED), new Response(new Blob([head, list, ...all.map(([, content]) => content as Bytes)])))
}

/**
 * Answers that are the same as long as the pack is, by what was asked: an earlier start has found
 * them out already.
 */
export class Lasting {
  private constructor(
    private readonly pack: Pack,
    private readonly kept: Cache | null,
    private readonly known: Set<string>,
  ) {}

  static async of(pack: Pack): Promise<Lasting> {
    const kept = await shelf()
    return new Lasting(pack, kept, await namesIn(kept))
  }

  async find(target: string): Promise<string | null> {
    const name = made(this.pack, target)
    return this.known.has(name) ? ((await (await found(this.kept, name))?.text().catch(() => null)) ?? null) : null
  }

  async keep(target: string, text: string): Promise<void> {
    const name = made(this.pack, target)
    if (this.known.has(name)) return
    this.known.add(name)
    await keep(this.kept, name, new Response(text))
  }
}

/** Delete the parts of older packs. */
async function tidy(kept: Cache, pack: Pack): Promise<void> {
  const wanted = new Set([LIST, ...[...filesOf(pack), ...Object.values(pack.weights ?? {})].map((part) => FOLDER + part.file)])
  for (const name of await namesIn(kept)) if (!wanted.has(name) && !name.startsWith(made(pack, '/'))) await kept.delete(name)
}

/**
 * What is in a gzipped file. Some web servers say of such files that they are packed on their way:
 * then the browser has unpacked them.
 */
async function unzipped(packed: Bytes): Promise<Bytes> {
  if (packed[0] !== GZIP) return packed
  return bytes(new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))))
}

export const bytes = async (answer: Response): Promise<Bytes> => new Uint8Array(await answer.arrayBuffer())

/** The files of a plain tar archive. */
export function* unpacked(archive: Uint8Array): Generator<[string, Uint8Array]> {
  const reader = new TextDecoder()
  const text = (at: number, most: number): string => {
    const field = archive.subarray(at, at + most)
    const end = field.indexOf(0)
    return reader.decode(end < 0 ? field : field.subarray(0, end))
  }
  for (let at = 0; at + 512 <= archive.length; ) {
    const name = text(at, 100)
    if (!name) return
    const folder = text(at + 345, 155)
    const size = parseInt(text(at + 124, 12), 8)
    yield [folder ? `${folder}/${name}` : name, archive.subarray(at + 512, at + 512 + size)]
    at += 512 + Math.ceil(size / 512) * 512
  }
}
