/**
 * The device's own table: Python in a worker, with the house of `tafelrunde.offline`, answers what
 * a server would answer.
 */
import type { PyodideAPI } from 'pyodide'
import { type Kernel, readKernel } from './kernels/kernel.ts'
import {
  bytes, compiledBefore, fetchPack, fetchWeights, findPacks, FOLDER, keepCompiled, keeps, Lasting, mend, unpacked, type Bytes, type Compiled, type Pack, type Packs, type Parts,
} from './pack.ts' // prettier-ignore
import type { Reason, ToPage, ToWorker } from './said.ts'
import { openStore, type Change, type Key } from './store.ts'

interface PythonLine {
  hear(text: string): Promise<void>
  close(): void
}
interface Desk {
  request(method: string, target: string, body: string | null): Promise<{ toJs(): [number, string, string, boolean]; destroy(): void }>
  connect(table: string, out: (text: string) => void, closed: (code: number) => void): PythonLine
  look(visible: boolean): void
  changed_elsewhere(table: string): Promise<void>
}

/** Where our package is in Python's own file system. */
const HOUSE = '/house'
/** Where it looks for the weights of networks. */
const WEIGHTS = `${HOUSE}/tafelrunde/bots/net/weights`
/** Milliseconds without requests before work for the next start begins. */
const REST_MS = 4000

const worker = globalThis as unknown as {
  postMessage(message: ToPage): void
  onmessage: (event: MessageEvent<ToWorker>) => void
  fetch: typeof fetch
  location: Location
}
const tell = (message: ToPage): void => worker.postMessage(message)
/** Other pages of this device. */
const others = new BroadcastChannel('tafelrunde')

class Trouble extends Error {
  constructor(readonly why: Reason, text = '') {
    super(text)
  }
}

function check(): void {
  if (typeof WebAssembly !== 'object') throw new Trouble('no_wasm')
  if (typeof DecompressionStream === 'undefined' || typeof TransformStream === 'undefined') throw new Trouble('old_browser')
}

/** Python asks for its files by their names: it gets those that are here already. */
function hand(python: Response, library: Promise<Bytes>): void {
  const given: Record<string, [Promise<BodyInit | null>, string]> = {
    'pyodide.asm.wasm': [Promise.resolve(python.body), 'application/wasm'],
    'python_stdlib.zip': [library, 'application/zip'],
  }
  const network = worker.fetch.bind(worker)
  worker.fetch = (asked, how) => {
    const name = new URL(String(asked instanceof Request ? asked.url : asked), worker.location.href).pathname.split('/').at(-1)!
    const found = given[name]
    return found ? found[0].then((body) => new Response(body, { headers: { 'Content-Type': found[1] } })) : network(asked, how)
  }
}

async function python(pack: Pack, parts: Parts, house: Promise<Bytes>, compiled: Compiled | null): Promise<PyodideAPI> {
  // A damaged library never comes: `damage` has told it already.
  hand(parts.python, compiled ? Promise.resolve(compiled.library) : bytes(parts.library).catch(() => new Promise<never>(() => undefined)))
  const address = `${worker.location.origin}${FOLDER}${pack.folder}`
  const script = (n: 0 | 1): Promise<unknown> => import(/* @vite-ignore */ `${worker.location.origin}${FOLDER}${pack.scripts[n].file}`)
  const [{ loadPyodide }, { default: createPyodideModule }] = (await Promise.all([script(0), script(1)])) as [typeof import('pyodide'), { default: never }]
  const found = await loadPyodide({
    indexURL: address,
    createPyodideModule,
    // No other package is ever loaded.
    lockFileContents: { info: pack.python, packages: {} } as never,
  })
  const made = new Set<string>()
  const put = (path: string, content: Uint8Array): void => {
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (!made.has(folder)) {
      found.FS.mkdirTree(folder)
      made.add(folder)
    }
    found.FS.writeFile(path, content)
  }
  for (const [name, content] of unpacked(await house)) put(`${HOUSE}/${name}`, content)
  for (const [path, content] of compiled?.files ?? []) put(path, content)
  found.runPython(`import sys; sys.path.insert(0, "${HOUSE}"); sys.dont_write_bytecode = True`)
  return found
}

/**
 * Compile everything once, when nobody waits for an answer: the next start takes a third of the
 * time.
 */
async function compile(py: PyodideAPI, pack: Pack): Promise<void> {
  const room = py.pyimport('tafelrunde.offline.compiling') as {
    library(archive: string): { toJs(): Bytes; destroy(): void }
    house(folder: string): { toJs(): [string, Uint8Array][]; destroy(): void }
  }
  const [library, files] = [room.library('/lib/python314.zip'), room.house(HOUSE)]
  await keepCompiled(pack, { library: library.toJs(), files: files.toJs() })
  library.destroy()
  files.destroy()
}

/**
 * The titles' modules, which come with the house. Without its module a title's bots think
 * interpreted: slower, and no worse.
 */
async function modules(house: Promise<Bytes>): Promise<Map<string, Kernel>> {
  const found = new Map<string, Kernel>()
  const named = [...unpacked(await house)].filter(([name]) => name.endsWith('/kernel.wasm'))
  await Promise.allSettled(named.map(async ([name, content]) => found.set(name.split('/').at(-2)!, await readKernel(content as Bytes))))
  return found
}

/** Put the weights of a title's network where Python looks for them; says whether they came. */
async function learn(py: PyodideAPI, pack: Pack, title: string): Promise<boolean> {
  const content = await fetchWeights(pack, title).catch(() => null)
  if (content) {
    py.FS.mkdirTree(WEIGHTS)
    py.FS.writeFile(`${WEIGHTS}/${title}.weights`, content)
  }
  return content !== null
}

async function reach(): Promise<Packs> {
  check()
  return findPacks().catch((error: unknown) => {
    throw new Trouble('no_network', String(error))
  })
}

interface Started {
  pack: Pack
  compiled: Compiled | null
  py: PyodideAPI
  found: Map<string, Kernel>
}

/** Python with a pack. If something that was kept here is damaged, it is fetched again, once. */
async function start(packs: Packs, again = false): Promise<Started> {
  const { pack, parts, damage } = await fetchPack(packs, (done, total) => tell({ kind: 'progress', done, total })).catch((error: unknown) => {
    throw new Trouble('no_network', String(error))
  })
  if (pack.version !== packs.newest.version) lasting = Lasting.of(pack).catch(() => null)
  const compiled = await compiledBefore(pack).catch(() => null)
  const house = bytes(parts.house)
  try {
    const [py, found] = await Promise.race([Promise.all([python(pack, parts, house, compiled), modules(house)]), damage])
    return { pack, compiled, py, found }
  } catch (error) {
    if (again || !(await mend(pack))) throw error
    return start(await reach(), true)
  }
}

async function open(packs: Packs): Promise<Desk> {
  const [{ pack, compiled, py, found }, store] = await Promise.all([start(packs), openStore()])
  kernels = found
  const shelf = {
    read: async (prefix: string) => JSON.stringify(await store.read(JSON.parse(prefix) as Key)),
    write: (batch: string) => store.write(JSON.parse(batch) as Change[]),
  }
  const changed = (table: string): void => {
    tell({ kind: 'changed', table })
    others.postMessage(table)
  }
  const { open_house } = py.pyimport('tafelrunde.offline.desk') as {
    open_house(store: unknown, said: unknown, modules: unknown, networks: string, learn: unknown): Promise<Desk>
  }
  const networks = Object.keys(pack.weights ?? {})
  const desk = await open_house(shelf, changed, (title: string) => kernels.get(title)?.instance(), networks.join(' '), (title: string) => learn(py, pack, title))
  others.onmessage = (event) => {
    const table = String(event.data)
    void desk.changed_elsewhere(table)
    tell({ kind: 'changed', table })
  }
  tell({ kind: 'ready', kept: store.kept, version: pack.version })
  later = async () => {
    if (!compiled) await compile(py, pack)
    if (await keeps()) for (const title of networks) await fetchWeights(pack, title).catch(() => null)
  }
  return desk
}

/** Work for times without requests. */
let later: (() => Promise<void>) | null = null
let resting = 0
function rest(): void {
  clearTimeout(resting)
  if (!later) return
  resting = setTimeout(() => {
    const work = later!
    later = null
    work().catch(() => undefined) // the next start takes longer, and nothing else is lost
  }, REST_MS) as unknown as number
}

/** The titles' modules, once the package is open. */
let kernels = new Map<string, Kernel>()
let opening: Promise<Desk> | null = null
let lasting: Promise<Lasting | null> = Promise.resolve(null)
const begin = (): Promise<Desk> => {
  if (opening) return opening
  const packs = reach()
  lasting = packs.then(({ newest }) => Lasting.of(newest)).catch(() => null)
  opening = packs.then(open)
  opening.catch((error: unknown) => {
    opening = null
    const why = error instanceof Trouble ? error.why : 'broken'
    tell({ kind: 'failed', why, text: error instanceof Error ? error.message : String(error) })
  })
  return opening
}

const lines = new Map<number, PythonLine>()
/** Messages of a page on one connection are handled in their order. */
const hearing = new Map<number, Promise<void>>()

async function take(message: ToWorker): Promise<void> {
  const opened = begin()
  if (message.kind === 'request' && message.method === 'GET') {
    const known = (await (await lasting)?.find(message.target)) ?? null
    if (known !== null) return tell({ kind: 'answer', n: message.n, status: 200, text: known })
  }
  const desk = await opened
  switch (message.kind) {
    case 'request': {
      const answer = await desk.request(message.method, message.target, message.body)
      const [status, , text, lasts] = answer.toJs()
      answer.destroy()
      tell({ kind: 'answer', n: message.n, status, text })
      if (lasts) await (await lasting)?.keep(message.target, text)
      break
    }
    case 'open': {
      const { line, table } = message
      lines.set(line, desk.connect(table, (text) => tell({ kind: 'said', line, text }), (code) => tell({ kind: 'closed', line, code })))
      break
    }
    case 'say': {
      const { line, text } = message
      const before = hearing.get(line) ?? Promise.resolve()
      const now = before.then(() => lines.get(line)?.hear(text)).catch(reportError)
      hearing.set(line, now)
      await now
      break
    }
    case 'close':
      lines.get(message.line)?.close()
      lines.delete(message.line)
      hearing.delete(message.line)
      break
    case 'look':
      desk.look(message.visible)
      break
    case 'kernel':
      tell({ kind: 'kernel', n: message.n, module: kernels.get(message.title)?.module ?? null })
      break
  }
}

worker.onmessage = (event) => void take(event.data).catch(() => undefined).finally(rest)
