/** The files that a device needs to play by itself: fetched with progress, unpacked here, kept when they are what they should be. */

export const FOLDER = '/pack/'

const SHELF = 'tafelrunde-pack'
const LIST = `${FOLDER}pack.json`
/** Packs of a later form are for later pages. */
const FORM = 2
/** How long a server may be silent before the pack that is kept here is used. */
const PATIENCE_MS = 4000
/** How long a file may stand still on its way before it counts as lost. */
const STALL_MS = 20_000

interface Part {
  file: string
  size: number
  /** The beginning of the SHA-256 of what is in it; packs of the first form do not say. */
  digest?: string
}

export interface Pack {
  form?: number
  version: string
  /** Where the interpreter's scripts lie. */
  folder: string
  /** What the interpreter says of itself. */
  python: Record<string, string>
  parts: Record<'python' | 'library' | 'house', Part>
  /** The interpreter's loader, and what it loads. */
  scripts: [Part, Part]
}

export type Bytes = Uint8Array<ArrayBuffer>
export type Parts = Record<keyof Pack['parts'], Bytes>
type Progress = (done: number, total: number) => void

/** Where the parts stay; null where the browser keeps nothing. */
const shelf = (): Promise<Cache | null> => (typeof caches === 'undefined' ? Promise.resolve(null) : caches.open(SHELF).catch(() => null))

/** Keep something if there is room, and say whether there was; without it the next start needs the network again. */
const keep = (kept: Cache | null, name: string, answer: Response): Promise<boolean> =>
  kept?.put(name, answer).then(() => true, () => false) ?? Promise.resolve(false) // prettier-ignore

const found = (kept: Cache | null, name: string): Promise<Response | undefined> => kept?.match(name).catch(() => undefined) ?? Promise.resolve(undefined)

const filesOf = (pack: Pack): Part[] => [...Object.values(pack.parts), ...pack.scripts]

/** Whether an answer is a pack's list: a network's own page, say of a hotel, answers everything with itself. */
function isPack(value: unknown): value is Pack {
  const { form, version, parts, scripts } = (value ?? {}) as Partial<Pack>
  return typeof version === 'string' && !!parts?.python && !!parts.library && !!parts.house && scripts?.length === 2 && (form ?? 1) <= FORM
}

async function allHere(kept: Cache, pack: Pack): Promise<boolean> {
  return (await Promise.all(filesOf(pack).map(({ file }) => found(kept, FOLDER + file)))).every(Boolean)
}

/** The pack that is here as a whole, so that no network is needed; null where something of it is missing. */
async function keptPack(): Promise<Pack | null> {
  const kept = await shelf()
  const pack: unknown = await found(kept, LIST).then((list) => list?.json()).catch(() => null) // prettier-ignore
  return kept && isPack(pack) && (await allHere(kept, pack)) ? pack : null
}

export const isHere = async (): Promise<boolean> => (await keptPack()) !== null

/** What a server gives out now; null where none can be reached, or where it is silent or answers something else. */
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

/** The newest pack that can be reached: the server's, else the one that is here. */
export async function newestPack(): Promise<Pack> {
  const pack = (await offeredPack(PATIENCE_MS)) ?? (await keptPack())
  if (!pack) throw new Error('pack.json')
  return pack
}

/** The newest pack with all its parts; where they do not come, the one that is here. */
export async function fetchPack(progress: Progress): Promise<{ pack: Pack; parts: Parts }> {
  const kept = await keptPack()
  const offered = await offeredPack(kept ? PATIENCE_MS : STALL_MS)
  if (offered) {
    try {
      return { pack: offered, parts: await fetchParts(offered, progress) }
    } catch (error) {
      if (!kept || kept.version === offered.version) throw error
    }
  }
  if (!kept) throw new Error('pack.json')
  return { pack: kept, parts: await fetchParts(kept, progress) }
}

/** A device that was made ready stays so: what a newer pack needs comes before it is wanted without a network. */
export async function freshen(): Promise<void> {
  const kept = await keptPack()
  const offered = kept && (await offeredPack(PATIENCE_MS))
  if (offered && offered.version !== kept.version) await fetchParts(offered, () => undefined).catch(() => undefined)
}

export const weight = (pack: Pack): number => filesOf(pack).reduce((sum, part) => sum + part.size, 0)

/** A file from the server; an error where it breaks off or stands still. `came` is told of every piece. */
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

/** Whether something is what the list says. Where the browser does not reckon digests it keeps nothing either. */
async function matches(content: Bytes, digest: string | undefined): Promise<boolean> {
  if (!digest || !globalThis.crypto?.subtle) return true
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('').startsWith(digest) // prettier-ignore
}

/** What is in a part that is here; null where it is not, or is damaged. What came packed tells that by itself. */
async function opened(kept: Cache | null, name: string, { digest }: Part): Promise<Bytes | null> {
  try {
    const answer = await found(kept, name)
    if (!answer) return null
    const packed = new Uint8Array(await answer.arrayBuffer())
    const content = await unzipped(packed)
    return content !== packed || (await matches(content, digest)) ? content : null
  } catch {
    return null
  }
}

/** All parts of a pack, from here or from the server; `progress` is told how many bytes have come. */
async function fetchParts(pack: Pack, progress: Progress): Promise<Parts> {
  const kept = await shelf()
  const total = weight(pack)
  let done = 0
  const came = (bytes: number): void => progress(Math.min((done += bytes), total), total)
  /** What is in a file; it is kept as `keeps` says, and only if it is the right one. */
  const fetched = async (name: string, at: string, { digest }: Part, keeps: (packed: Bytes, content: Bytes) => Response): Promise<Bytes> => {
    const packed = await read(at, came)
    const content = await unzipped(packed)
    if (!(await matches(content, digest))) throw new Error(`${at}: another file came`)
    await keep(kept, name, keeps(packed, content))
    return content
  }
  const part = async (one: Part): Promise<Bytes> => {
    const name = FOLDER + one.file
    const known = await opened(kept, name, one)
    if (!known) return fetched(name, name, one, (packed) => new Response(packed))
    came(one.size)
    return known
  }
  // Scripts are loaded by their addresses: the service worker finds them where they are put here.
  const script = async (one: Part): Promise<void> => {
    const name = FOLDER + one.file
    if (!kept || (await found(kept, name))) came(one.size)
    else await fetched(name, `${name}.gz`, one, (_, content) => new Response(content, { headers: { 'Content-Type': 'text/javascript' } }))
  }
  const names = Object.keys(pack.parts) as (keyof Parts)[]
  const [parts] = await Promise.all([Promise.all(names.map(async (name) => [name, await part(pack.parts[name])] as const)), ...pack.scripts.map(script)])
  // The pack before this one is good until all of this one is here.
  if (kept && (await allHere(kept, pack)) && (await keep(kept, LIST, new Response(JSON.stringify(pack))))) await tidy(kept, pack)
  return Object.fromEntries(parts) as Parts
}

/** What the device has compiled of a pack: the library, and the house's files by their paths. */
export interface Compiled {
  library: Bytes
  files: [string, Uint8Array][]
}

const compiledName = (pack: Pack): string => `${FOLDER}compiled-${pack.version}`

/** What was compiled at an earlier start; null where there is nothing. */
export async function compiledBefore(pack: Pack): Promise<Compiled | null> {
  const known = await found(await shelf(), compiledName(pack))
  if (!known) return null
  const all = new Uint8Array(await known.arrayBuffer())
  const [head, size] = [4, new DataView(all.buffer).getUint32(0)]
  const listed = JSON.parse(new TextDecoder().decode(all.subarray(head, head + size))) as [string, number][]
  let at = head + size
  const files = listed.map(([name, n]): [string, Uint8Array] => [name, all.subarray(at, (at += n))])
  return { library: new Uint8Array(files.shift()![1]), files }
}

/** Keep what was compiled for the next start, if there is room. */
export async function keepCompiled(pack: Pack, { library, files }: Compiled): Promise<void> {
  const all: [string, Uint8Array][] = [['', library], ...files]
  const list = new TextEncoder().encode(JSON.stringify(all.map(([name, content]) => [name, content.length])))
  const head = new Uint8Array(4)
  new DataView(head.buffer).setUint32(0, list.length)
  await keep(await shelf(), compiledName(pack), new Response(new Blob([head, list, ...all.map(([, content]) => content as Bytes)])))
}

/** Forget what was compiled: something with it was wrong. */
export async function dropCompiled(pack: Pack): Promise<void> {
  await (await shelf())?.delete(compiledName(pack))
}

/** Parts of older packs are not needed any more. */
async function tidy(kept: Cache, pack: Pack): Promise<void> {
  const wanted = new Set([LIST, compiledName(pack), ...filesOf(pack).map((part) => FOLDER + part.file)])
  for (const request of await kept.keys()) if (!wanted.has(new URL(request.url).pathname)) await kept.delete(request)
}

/** What is in a gzipped file. Some web servers say of such files that they are packed on their way: then the browser has unpacked them. */
async function unzipped(packed: Bytes): Promise<Bytes> {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

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
