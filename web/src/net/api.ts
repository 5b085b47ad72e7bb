import { here } from '../engine/here.svelte.ts'
import { i18n } from '../i18n/index.svelte.ts'
import type { Data, Game, Games, Hints, Me, Rule, Rules, Trouble, WhoAmI } from './wire.ts'

/** A request that was refused, or could not be made. */
export class ApiError extends Error {
  constructor(
    readonly trouble: Trouble,
    readonly status: number,
  ) {
    super(trouble.text)
  }
}

/** The answers of a gateway that reaches no server of ours. */
const NOBODY = [502, 503, 504]
let csrf = ''

/** Remember the token that comes with /api/me. */
export function remember(token: string): void {
  csrf = token
}

/** Send a request to the server or the device; ApiError says in words what is wrong. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const url = path + (path.includes('?') ? '&' : '?') + `lang=${i18n.lang}`
  const headers: Record<string, string> = {}
  if (method !== 'GET') headers['X-CSRF-Token'] = csrf
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const answer = await here.engine(path).request(method, url, headers, body === undefined ? null : JSON.stringify(body))
  if (!answer) throw new ApiError({ code: 'offline', text: '' }, 0)
  const { text } = answer
  let value: unknown
  try {
    value = text ? JSON.parse(text) : null
  } catch {
    value = null
  }
  if (answer.status >= 400) {
    const trouble = (value as { error?: Trouble } | null)?.error ?? { code: NOBODY.includes(answer.status) ? 'offline' : 'internal', text: '' }
    if (trouble.code === 'csrf' && method !== 'GET') {
      await who()
      return request(method, path, body)
    }
    throw new ApiError(trouble, answer.status)
  }
  return value as T
}

/** A text such as a record. */
export async function text(path: string): Promise<string> {
  const answer = await here.engine(path).request('GET', path, {}, null)
  if (answer?.status !== 200) throw new ApiError({ code: answer ? 'internal' : 'offline', text: '' }, answer?.status ?? 0)
  return answer.text
}

export const get = <T>(path: string): Promise<T> => request<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}): Promise<T> => request<T>('POST', path, body)
export const put = <T>(path: string, body: unknown = {}): Promise<T> => request<T>('PUT', path, body)
export const patch = <T>(path: string, body: unknown = {}): Promise<T> => request<T>('PATCH', path, body)
export const remove = <T>(path: string, body?: unknown): Promise<T> => request<T>('DELETE', path, body)

/** Who I am; makes a guest of a new visitor. */
export async function who(): Promise<Me> {
  const answer = await get<WhoAmI>('/api/me')
  remember(answer.csrf)
  return answer.user
}

const kept = new Map<string, Promise<unknown>>()

function once<T>(path: string): Promise<T> {
  const key = `${i18n.lang} ${path}`
  let found = kept.get(key) as Promise<T> | undefined
  if (!found) {
    found = get<T>(path)
    found.catch(() => kept.delete(key))
    kept.set(key, found)
  }
  return found
}

/** The games there are, in the reader's language. */
export const games = (): Promise<Game[]> => once<Games>('/api/games').then((a) => a.games)
export const gameTexts = (name: string): Promise<Texts> => once<{ texts: Texts }>(`/api/games/${name}/texts/${i18n.lang}`).then((a) => a.texts)
export const gameRules = (name: string): Promise<Rule[]> =>
  once<Rules>(`/api/games/${name}/rules`).then((a) => a.rules)
export const gameHints = (name: string): Promise<Hints[]> =>
  once<Rules>(`/api/games/${name}/rules`).then((a) => a.hints)
export const gameData = (name: string): Promise<Record<string, unknown>> =>
  once<Data>(`/api/games/${name}/data`).then((a) => a.data)

export interface Texts { [key: string]: string | Texts }

/** A fresh id for one action. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
