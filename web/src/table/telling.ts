import type { State } from '../net/types.ts'

/**
 * What happened on the way to these states before an event, in sentences; a run of equal events is
 * told once, with its last count.
 */
export function toldIn(states: State[], before = Infinity): string {
  const said: string[] = []
  let run = ''
  for (const event of states.flatMap((s) => s.steps).flatMap((s) => s.events)) {
    if (!event.text || event.opens || event.index >= before) continue
    if (event.times > 1 && run === event.event) said.pop()
    run = event.event
    said.push(event.text)
  }
  return said.join(' ')
}
