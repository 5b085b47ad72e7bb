/** The device's own table: Python in a worker, with the house of `tafelrunde.offline`, answers what a server would answer. */
import type { PyodideAPI } from 'pyodide'
import { type Kernel, readKernel } from './kernels/kernel.ts'
import { compiledBefore, dropCompiled, fetchPack, FOLDER, keepCompiled, unpacked, type Bytes, type Compiled, type Pack, type Parts } from './pack.ts'
import type { Reason, ToPage, ToWorker } from './said.ts'
import { openStore, type Change, type Key } from './store.ts'

interface PythonLine {
  hear(text: string): Promise<void>
  close(): void
}
interface Desk {
  request(method: string, target: string, body: string | null): Promise<{ toJs(): [number, string, string]; destroy(): void }>
  connect(table: string, out: (text: string) => void, closed: (code: number) => void): PythonLine
  look(visible: boolean): void
  changed_elsewhere(table: string): Promise<void>
}

/** Where the house stands in Python's own files. */
const HOUSE = '/house'
/** How long nobody must have asked anything before something is done for the next start. */
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
function hand(parts: Parts): void {
  const given: Record<string, [Bytes, string]> = {
    'pyodide.asm.wasm': [parts.python, 'application/wasm'],
    'python_stdlib.zip': [parts.library, 'application/zip'],
  }
  const network = worker.fetch.bind(worker)
  worker.fetch = (asked, how) => {
    const name = new URL(String(asked instanceof Request ? asked.url : asked), worker.location.href).pathname.split('/').at(-1)!
    const found = given[name]
    return found ? Promise.resolve(new Response(found[0], { headers: { 'Content-Type': found[1] } })) : network(asked, how)
  }
}

async function python(pack: Pack, parts: Parts, compiled: Compiled | null): Promise<PyodideAPI> {
  hand(compiled ? { ...parts, library: compiled.library } : parts)
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
  for (const [name, content] of unpacked(parts.house)) put(`${HOUSE}/${name}`, content)
  for (const [path, content] of compiled?.files ?? []) put(path, content)
  found.runPython(`import sys; sys.path.insert(0, "${HOUSE}"); sys.dont_write_bytecode = True`)
  return found
}

/** Compile everything once, when nobody waits for an answer: the next start takes a third of the time. */
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

/** The titles' modules, which come with the house. Without its module a title's bots think interpreted: slower, and no worse. */
async function modules(house: Bytes): Promise<Map<string, Kernel>> {
  const found = new Map<string, Kernel>()
  const named = [...unpacked(house)].filter(([name]) => name.endsWith('/kernel.wasm'))
  await Promise.allSettled(named.map(async ([name, content]) => found.set(name.split('/').at(-2)!, await readKernel(content as Bytes))))
  return found
}

async function open(): Promise<Desk> {
  check()
  const [{ pack, parts }, store] = await Promise.all([
    fetchPack((done, total) => tell({ kind: 'progress', done, total })).catch((error: unknown) => {
      throw new Trouble('no_network', String(error))
    }),
    openStore(),
  ])
  const compiled = await compiledBefore(pack).catch(() => null)
  const [py, found] = await Promise.all([python(pack, parts, compiled), modules(parts.house)]).catch(async (error: unknown) => {
    if (compiled) await dropCompiled(pack).catch(() => undefined) // the next try does without
    throw error
  })
  kernels = found
  const shelf = {
    read: async (prefix: string) => JSON.stringify(await store.read(JSON.parse(prefix) as Key)),
    write: (batch: string) => store.write(JSON.parse(batch) as Change[]),
  }
  const changed = (table: string): void => {
    tell({ kind: 'changed', table })
    others.postMessage(table)
  }
  const { open_house } = py.pyimport('tafelrunde.offline.desk') as { open_house(store: unknown, said: unknown, modules: unknown): Promise<Desk> }
  const desk = await open_house(shelf, changed, (title: string) => kernels.get(title)?.instance())
  others.onmessage = (event) => {
    const table = String(event.data)
    void desk.changed_elsewhere(table)
    tell({ kind: 'changed', table })
  }
  tell({ kind: 'ready', kept: store.kept, version: pack.version })
  if (!compiled) later = () => compile(py, pack)
  return desk
}

/** What is done when nobody asks for anything. */
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

/** The titles' modules, once the house is open. */
let kernels = new Map<string, Kernel>()
let opening: Promise<Desk> | null = null
const begin = (): Promise<Desk> => {
  opening ??= open()
  opening.catch((error: unknown) => {
    opening = null
    const why = error instanceof Trouble ? error.why : 'broken'
    tell({ kind: 'failed', why, text: error instanceof Error ? error.message : String(error) })
  })
  return opening
}

const lines = new Map<number, PythonLine>()
/** What a page says on one line is heard in its order. */
const hearing = new Map<number, Promise<void>>()

async function take(message: ToWorker): Promise<void> {
  const desk = await begin()
  switch (message.kind) {
    case 'request': {
      const answer = await desk.request(message.method, message.target, message.body)
      const [status, , text] = answer.toJs()
      answer.destroy()
      tell({ kind: 'answer', n: message.n, status, text })
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
