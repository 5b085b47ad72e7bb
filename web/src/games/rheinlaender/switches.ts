import type { Switch } from '../parts.ts'

/** The settings that belong to this game. */
export const switches = {
  north: { name: 'settings.rh.north', says: 'settings.rh.north.says' },
} satisfies Record<string, Switch>
