/**
 * Where the device keeps its tables: values under keys, which are lists. IndexedDB, or nothing but
 * memory where there is none.
 */

export type Key = (string | number)[]
export type Row = [Key, unknown]
export type Change = [Key, unknown, boolean]
/** `taken`: a key that must be new exists already. `full`: there is no room. */
export type Said = 'done' | 'taken' | 'full' | 'away'

export interface Store {
  /** Whether written data will still be there tomorrow. */
  readonly kept: boolean
  /** Every row whose key begins with this prefix, in the order of the keys. */
  read(prefix: Key): Promise<Row[]>
  /** Write everything or nothing; a value of null is deleted. */
  write(changes: Change[]): Promise<Said>
}

const NAME = 'tafelrunde'
const SHELF = 'kept'
/**
 * How often a storage that was closed is opened again before it counts as away; it may be closed
 * again meanwhile.
 */
const TRIES = 3
/** Why nothing was written, from the browser's name of the error. */
const WHY: Record<string, Said> = { QuotaExceededError: 'full', ConstraintError: 'taken' }

const begins = (key: Key, prefix: Key): boolean => prefix.every((part, i) => key[i] === part)

/** A browser that stores nothing can still play until the page is closed. */
export class Memory implements Store {
  readonly kept = false
  private rows = new Map<string, unknown>()

  read(prefix: Key): Promise<Row[]> {
    const found = [...this.rows].map(([key, value]) => [JSON.parse(key) as Key, value] as Row).filter(([key]) => begins(key, prefix))
    return Promise.resolve(found.sort(([a], [b]) => compare(a, b)))
  }

  write(changes: Change[]): Promise<Said> {
    if (changes.some(([key, , fresh]) => fresh && this.rows.has(JSON.stringify(key)))) return Promise.resolve('taken')
    for (const [key, value] of changes) {
      if (value === null) this.rows.delete(JSON.stringify(key))
      else this.rows.set(JSON.stringify(key), value)
    }
    return Promise.resolve('done')
  }
}

/** Numbers before texts, as IndexedDB orders keys. */
export function compare(a: Key, b: Key): number {
  for (const [i, one] of a.entries()) {
    const other = b[i]
    if (other === undefined) return 1
    if (one === other) continue
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
    return one < other ? -1 : 1
  }
  return a.length - b.length
}

/** The browser's own storage, open. */
function openBase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(SHELF)
    asked.onerror = asked.onblocked = () => reject(asked.error ?? new Error('the storage cannot be opened'))
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close()
      resolve(asked.result)
    }
  })
}

class Kept implements Store {
  readonly kept = true
  constructor(private base: IDBDatabase) {}

  /**
   * Begin to read or write. A browser may close a storage behind our back, as phones do when a page
   * rests: then it is opened again.
   */
  private async begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return this.base.transaction(SHELF, mode, { durability: 'strict' })
      } catch (error) {
        if (!left) throw error
        this.base = await openBase()
      }
    }
  }

  async read(prefix: Key): Promise<Row[]> {
    const doing = await this.begin('readonly')
    return new Promise((resolve, reject) => {
      // An empty list sorts after every number and text, so this range contains everything with the
      // prefix.
      const range = prefix.length ? IDBKeyRange.bound(prefix, [...prefix, []]) : null
      const found: Row[] = []
      const asked = doing.objectStore(SHELF).openCursor(range)
      asked.onsuccess = () => {
        const at = asked.result
        if (!at) return resolve(found)
        found.push([at.key as Key, at.value])
        at.continue()
      }
      asked.onerror = () => reject(asked.error ?? new Error('the storage cannot be read'))
    })
  }

  async write(changes: Change[]): Promise<Said> {
    const doing = await this.begin('readwrite').catch(() => null)
    if (!doing) return 'away'
    return new Promise((resolve) => {
      const shelf = doing.objectStore(SHELF)
      doing.oncomplete = () => resolve('done')
      // Only a transaction that has ended says why: at an error of one of its requests its own is
      // not known yet.
      doing.onabort = () => resolve(WHY[doing.error?.name ?? ''] ?? 'away')
      for (const [key, value, fresh] of changes) {
        if (value === null) shelf.delete(key)
        else if (!fresh) shelf.put(value, key)
        else shelf.add(value, key)
      }
    })
  }
}

/** The browser's own storage; memory if it gives none. */
export async function openStore(): Promise<Store> {
  try {
    return new Kept(await openBase())
  } catch {
    return new Memory()
  }
}
