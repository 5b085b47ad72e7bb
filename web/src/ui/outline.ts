/** The outline of a thing on the screen: its own shape on a board, otherwise its box. */
export interface Shape { tag: 'path' | 'rect' | 'circle'; at: Record<string, string> }
const TAKEN: Record<Shape['tag'], string[]> = { path: ['d'], rect: ['x', 'y', 'width', 'height', 'rx'], circle: ['cx', 'cy', 'r'] }

export function outlineOf(element: Element): Shape | null {
  const own = element.querySelector<SVGGeometryElement>('.focus')
  const tag = own?.tagName as Shape['tag'] | undefined
  const m = own?.getScreenCTM()
  if (own && m && tag && tag in TAKEN)
    return { tag, at: { ...Object.fromEntries(TAKEN[tag].map((name) => [name, own.getAttribute(name) ?? '0'])), transform: `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e} ${m.f})` } }
  const r = element.getBoundingClientRect()
  if (!r.width && !r.height) return null
  const off = element instanceof SVGElement ? 2 : 3
  return { tag: 'rect', at: { x: String(r.left - off), y: String(r.top - off), width: String(r.width + 2 * off), height: String(r.height + 2 * off), rx: '8' } }
}
