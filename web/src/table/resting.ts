import type { Deciding } from './deciding.svelte.ts'

const WAIT_MS = 150

export interface Rest { deciding: Pick<Deciding, 'look' | 'leave' | 'state'>; facets: string[] }

/**
 * Shows what a legal thing would change when the mouse rests on it. A thing that disappears before
 * that shows nothing.
 */
export function resting(node: Element, given: Rest): { update: (next: Rest) => void; destroy: () => void } {
  let rest = given
  let timer: ReturnType<typeof setTimeout> | undefined
  function enter(event: Event): void {
    if ((event as PointerEvent).pointerType !== 'mouse' || rest.deciding.state(rest.facets) !== 'legal') return
    clearTimeout(timer)
    timer = setTimeout(() => void rest.deciding.look(rest.facets, node), WAIT_MS)
  }
  function leave(): void {
    clearTimeout(timer)
    rest.deciding.leave()
  }
  node.addEventListener('pointerenter', enter)
  node.addEventListener('pointerleave', leave)
  return {
    update: (next) => (rest = next),
    destroy: () => clearTimeout(timer),
  }
}
