/**
 * What the form can ask for, besides the options of a title; each as the address and the server
 * write it.
 */
export const FIELDS = ['game', 'players', 'rated', 'player', 'result', 'decisions_from', 'decisions_to', 'points_from', 'points_to'] as const
export type Field = (typeof FIELDS)[number]
export interface Asked { fields: Record<Field, string>; options: Record<string, string> }

/** The search terms in an address. */
export function asked(query: URLSearchParams): Asked {
  const options = query.getAll('option').map((one): [string, string] => [one.split(':')[0]!, one.slice(one.indexOf(':') + 1)])
  return { fields: Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as Record<Field, string>, options: Object.fromEntries(options) }
}

/** The address of the search terms; options belong to a title. */
export function written({ fields, options }: Asked): string {
  const query = new URLSearchParams()
  for (const name of FIELDS) if (fields[name].trim()) query.set(name, fields[name].trim())
  if (fields.game) for (const [name, value] of Object.entries(options)) if (value) query.append('option', `${name}:${value}`)
  return query.toString()
}
