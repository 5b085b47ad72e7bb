/** Where the first visible thing with one of these anchors (`a|b`) is on the page. */
export function rectOf(anchors: string): DOMRect | null {
  for (const anchor of anchors.split('|')) {
    for (const element of document.querySelectorAll(`[data-anchor="${CSS.escape(anchor)}"]`)) {
      const rect = element.getBoundingClientRect()
      if (rect.width > 0 || rect.height > 0) return rect
    }
  }
  return null
}
