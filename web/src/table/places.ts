/** Where the first visible thing with one of these anchors (`a|b`) is on the page. */
export const rectOf = (anchors: string): DOMRect | null => placeOf(anchors)?.getBoundingClientRect() ?? null

/** The first visible thing with one of these anchors. */
export function placeOf(anchors: string): Element | null {
  for (const anchor of anchors.split('|')) {
    for (const element of document.querySelectorAll(`[data-anchor="${CSS.escape(anchor)}"]`)) {
      const rect = element.getBoundingClientRect()
      if (rect.width > 0 || rect.height > 0) return element
    }
  }
  return null
}
