/** The files that a device needs to play by itself: fetched with progress, unpacked here. */

export const FOLDER = '/pack/'

const SHELF = 'tafelrunde-pack'

interface Part {
  file: string
  size: number
}

export interface Pack {
  version: string
  /** Where the interpreter's scripts lie. */
  folder: string
  /** What the interpreter says of itself. */
  python: Record<string, string>
  parts: Record<'python' | 'library' | 'house', Part>
  scripts: Part[]
}

export type Bytes = Uint8Array<ArrayBuffer>
/**
 * What is unpacked while it is read: nobody waits for the end of what can be used from its
 * beginning.
 */
export type Parts = Record<keyof Pack['parts'], Response>

/** Where the parts stay; null where the browser keeps nothing. */
const shelf = (): Promise<Cache | null> => (typeof caches === 'undefined' ? Promise.resolve(null) : caches.open(SHELF).catch(() => null))

/** Keep something if there is room; without it the next start needs the network again. */
const keep = (kept: Cache | null, name: string, answer: Response): Promise<void> => kept?.put(name, answer).catch(() => undefined) ?? Promise.resolve()

/** The newest pack that can be reached: the server's, else the one that is here. */
export async function newestPack(): Promise<Pack> {
  const name = `${FOLDER}pack.json`
  const kept = await shelf()
  const answer = await fetch(name, { cache: 'no-cache' }).catch(() => null)
  if (answer?.ok) {
    await keep(kept, name, answer.clone())
    return (await answer.json()) as Pack
  }
  const known = await kept?.match(name)
  if (!known) throw new Error('pack.json')
  return (await known.json()) as Pack
}

/** Whether everything is here, so that no network is needed. */
export async function isHere(): Promise<boolean> {
  const kept = await shelf()
  const known = await kept?.match(`${FOLDER}pack.json`)
  if (!kept || !known) return false
  const pack = (await known.json()) as Pack
  const names = [...Object.values(pack.parts), ...pack.scripts].map((part) => FOLDER + part.file)
  return (await Promise.all(names.map((name) => kept.match(name)))).every(Boolean)
}

export const weight = (pack: Pack): number => [...Object.values(pack.parts), ...pack.scripts].reduce((sum, part) => sum + part.size, 0)

/**
 * All parts of a pack, from here or from the server; `progress` is told how many bytes have come.
 */
export async function fetchParts(pack: Pack, progress: (done: number, total: number) => void): Promise<Parts> {
  const kept = await shelf()
  const total = weight(pack)
  let done = 0
  const counted = (body: ReadableStream<Bytes>): ReadableStream<Bytes> =>
    body.pipeThrough(
      new TransformStream<Bytes, Bytes>({
        transform(chunk, out) {
          done += chunk.byteLength
          progress(Math.min(done, total), total)
          out.enqueue(chunk)
        },
      }),
    )
  const read = async (name: string): Promise<Bytes> => {
    const answer = await fetch(name)
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`)
    return new Uint8Array(await new Response(counted(answer.body)).arrayBuffer())
  }
  const part = async ({ file, size }: Part): Promise<Response> => {
    const name = FOLDER + file
    const known = await kept?.match(name)
    if (known) {
      progress(Math.min((done += size), total), total)
      return unzipped(known)
    }
    const packed = await read(name)
    await keep(kept, name, new Response(packed))
    return unzipped(new Response(packed))
  }
  // Scripts are loaded by their addresses: the service worker finds them where they are put here.
  const script = async ({ file, size }: Part): Promise<void> => {
    const name = FOLDER + file
    if (!kept || (await kept.match(name))) progress(Math.min((done += size), total), total)
    else await keep(kept, name, new Response(unzipped(new Response(await read(`${name}.gz`))).body, { headers: { 'Content-Type': 'text/javascript' } }))
  }
  const names = Object.keys(pack.parts) as (keyof Parts)[]
  const [found] = await Promise.all([Promise.all(names.map(async (name) => [name, await part(pack.parts[name])] as const)), ...pack.scripts.map(script)])
  await tidy(kept, pack)
  return Object.fromEntries(found) as Parts
}

/** What the device has compiled of a pack: the library, and the house's files by their paths. */
export interface Compiled {
  library: Bytes
  files: [string, Uint8Array][]
}

/** Where something lies that this device has made of a pack. */
const made = (pack: Pack, what: string): string => `${FOLDER}made-${pack.version}${what}`
const COMPILED = '/compiled'

/** What was compiled at an earlier start; null where there is nothing. */
export async function compiledBefore(pack: Pack): Promise<Compiled | null> {
  const known = await (await shelf())?.match(made(pack, COMPILED))
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
    const all = (await kept?.keys())?.map((request) => new URL(request.url)) ?? []
    return new Lasting(pack, kept, new Set(all.map((url) => url.pathname + url.search)))
  }

  async find(target: string): Promise<string | null> {
    const name = made(this.pack, target)
    return this.known.has(name) ? ((await (await this.kept?.match(name))?.text()) ?? null) : null
  }

  async keep(target: string, text: string): Promise<void> {
    const name = made(this.pack, target)
    if (this.known.has(name)) return
    this.known.add(name)
    await keep(this.kept, name, new Response(text))
  }
}

/** Parts of older packs are not needed any more. */
async function tidy(kept: Cache | null, pack: Pack): Promise<void> {
  const wanted = new Set(['pack.json', ...[...Object.values(pack.parts), ...pack.scripts].map((part) => part.file)].map((file) => FOLDER + file))
  for (const request of (await kept?.keys()) ?? []) {
    const { pathname } = new URL(request.url)
    if (!wanted.has(pathname) && !pathname.startsWith(made(pack, '/'))) await kept?.delete(request)
  }
}

const unzipped = (packed: Response): Response => new Response(packed.body!.pipeThrough(new DecompressionStream('gzip')))

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
