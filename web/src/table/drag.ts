import type { Deciding } from './deciding.svelte.ts'

const FAR = 7

/**
 * Begin to drag a thing: its symbol follows the pointer, and what it is dropped on is touched after
 * it.
 */
export function grab(start: PointerEvent, deciding: Deciding, facets: string[], symbol: string): void {
  if (start.button !== 0) return
  let ghost: SVGSVGElement | null = null
  const move = (event: PointerEvent): void => {
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY)
    if (!ghost && far > FAR) {
      ghost = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
      ghost.setAttribute('class', 'dragghost')
      ghost.setAttribute('width', '40')
      ghost.setAttribute('height', '40')
      const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
      use.setAttribute('href', `#${symbol}`)
      ghost.append(use)
      document.body.append(ghost)
      deciding.leave()
    }
    if (ghost) ghost.style.transform = `translate(${event.clientX - 20}px, ${event.clientY - 24}px)`
  }
  const stop = (): void => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', drop)
    removeEventListener('pointercancel', cancel)
    ghost?.remove()
  }
  const cancel = (): void => stop()
  const drop = (event: PointerEvent): void => {
    const dragged = ghost !== null
    stop()
    if (!dragged) return
    // The click that follows a drag belongs to the drag.
    const swallow = (click: Event): void => {
      click.stopPropagation()
      click.preventDefault()
    }
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 60)
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-spot]')
    const spot = target?.getAttribute('data-spot')
    if (target && spot) void deciding.drag(facets, spot.split(' '), target)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', drop)
  addEventListener('pointercancel', cancel)
}
