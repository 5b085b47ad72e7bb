import type { Switch } from '../parts.ts'

/** What of this game can be chosen in the settings. */
export const switches = {
  north: { name: 'settings.rh.north', says: 'settings.rh.north.says' },
} satisfies Record<string, Switch>
