/** Reports the layout size of an element, whatever transforms it, and again whenever it changes. */
export function measured(node: Element, tell: (width: number, height: number) => void): { destroy: () => void } {
  const watch = new ResizeObserver(([entry]) => {
    if (entry) tell(entry.contentRect.width, entry.contentRect.height)
  })
  watch.observe(node)
  return { destroy: () => watch.disconnect() }
}

/** The smallest text on a board, in pixels on the screen. */
const LEAST_PX = 11.2

/**
 * The smallest size of type in a board's own units, when a box of it fills so much of the screen
 * and its window comes `near`.
 */
export function leastType(box: readonly [number, number, number, number], width: number, height: number, near = 1): number {
  if (!width || !height) return 0
  const units = Math.max((box[2] - box[0]) / width, (box[3] - box[1]) / height) / near
  return Math.ceil(units * LEAST_PX * 4) / 4
}

/**
 * Marks an element as `long` while its text does not fit at its usual size; its style can then make
 * it smaller.
 */
export function crowded(node: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    node.classList.remove('long')
    node.classList.toggle('long', node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
  }
  const size = new ResizeObserver(look)
  const words = new MutationObserver(look)
  size.observe(node)
  words.observe(node, { childList: true, characterData: true, subtree: true })
  return {
    destroy: () => {
      size.disconnect()
      words.disconnect()
    },
  }
}
