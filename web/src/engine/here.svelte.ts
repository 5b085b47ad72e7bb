import { remembered } from '../remembered.ts'
import { alone } from '../site.ts'
import { device } from './device.svelte.ts'
import { KEPT_HERE, tableIn, type Engine } from './engine.ts'
import { server } from './server.ts'

const CHOSEN = 'tafelrunde.engine'

/** Who answers what on this page. */
class Here {
  /** A static page without a server of ours: everything happens on this device. */
  readonly alone = alone
  /** Whether this device answers everything that does not belong to a server's table. */
  device: boolean = $state(false)
  /** Whether that is because the server could not be reached. */
  lost = $state(false)

  constructor() {
    this.device = this.alone || remembered.get(CHOSEN) === 'device'
  }

  /** From now on, play on this device, or with the server again. The page is reloaded. */
  choose(which: 'device' | 'server', where = '/'): void {
    if (which === 'device') remembered.set(CHOSEN, 'device')
    else remembered.remove(CHOSEN)
    location.assign(where)
  }

  /** The server cannot be reached: this device answers until the page is opened again. */
  fallBack(): void {
    this.device = true
    this.lost = true
  }

  /** Whether a table is on this device, where nobody else could chat. */
  keeps(table: string): boolean {
    return this.alone || table.startsWith(KEPT_HERE)
  }

  /** Who answers for a path of the protocol, or of a page. */
  engine(path: string): Engine {
    const table = tableIn(path)
    const known = table !== null && table !== 'mine'
    if (this.alone || (known && this.keeps(table))) return device
    return this.device && !known ? device : server
  }
}

export const here = new Here()
