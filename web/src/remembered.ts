/**
 * What this browser remembers for a person: texts under names. Where it keeps nothing or has no
 * room, until the page is closed.
 */
const meanwhile = new Map<string, string>()

/**
 * Try something with the browser's own memory, which may be switched off or full; null where it
 * cannot be done.
 */
function tried<T>(what: (memory: Storage) => T): T | null {
  try {
    return what(localStorage)
  } catch {
    return null
  }
}

export const remembered = {
  get: (name: string): string | null => meanwhile.get(name) ?? tried((memory) => memory.getItem(name)),
  set(name: string, text: string): void {
    meanwhile.set(name, text)
    tried((memory) => {
      memory.setItem(name, text)
      meanwhile.delete(name)
    })
  },
  remove(name: string): void {
    meanwhile.delete(name)
    tried((memory) => memory.removeItem(name))
  },
}
