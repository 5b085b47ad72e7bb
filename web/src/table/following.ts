import type { TableLink } from '../net/link.svelte.ts'
import { belongs } from './keyboard.ts'

const TYPING = 'input, textarea, select, dialog'

/**
 * The keys while others' moves are shown: P stops and goes on; after another's turn Space or Enter
 * goes on and A shows it again.
 */
export function following(event: KeyboardEvent, link: TableLink): boolean {
  const target = event.target as HTMLElement
  if (link.now || target.closest(TYPING) || event.ctrlKey || event.metaKey || event.altKey) return false
  const does = keysOf(link)[event.key.toLowerCase()]
  const pressed = target.closest('button, a[href]')
  if (!does || (pressed && (event.key === ' ' || event.key === 'Enter') && belongs(pressed, event.key))) return false
  event.preventDefault()
  does()
  return true
}

function keysOf(link: TableLink): Record<string, () => void> {
  if (!link.held) return { p: () => (link.paused = !link.paused) }
  const on = (): void => link.goOn()
  return { ' ': on, enter: on, a: () => link.repeat() }
}
