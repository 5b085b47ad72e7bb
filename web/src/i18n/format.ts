import { articleOf, suffixOf } from './numbers.ts'

/** Messages in the manner of ICU, as the server writes them: `{name}`, `{n, plural, one {# card}
 *  other {# cards}}`, `{x, select, …}`; and what Hungarian numbers need: `{n, suffix, as es os
 *  ös}` is “6-os”, `{n, article, a az}` the article before it. */
export type Arguments = Record<string, string | number>

type Part = string | { name: string } | { name: string; words: string[]; article: boolean } | { name: string; plural: boolean; cases: Record<string, Part[]> }

const cache = new Map<string, Part[]>()

function parts(text: string, start: number, nested: boolean): [Part[], number] {
  const found: Part[] = []
  let at = start
  let literal = ''
  const flush = (): void => {
    if (literal) found.push(literal)
    literal = ''
  }
  while (at < text.length && text[at] !== '}') {
    if (text[at] === '{') {
      flush()
      const [part, next] = braced(text, at + 1)
      found.push(part)
      at = next
    } else if (text[at] === '#' && nested) {
      flush()
      found.push({ name: '#' })
      at++
    } else literal += text[at++]
  }
  flush()
  return [found, at]
}

function braced(text: string, start: number): [Part, number] {
  const head = /^\s*(\w+)\s*(?:(\})|,\s*(plural|select|suffix|article)\s*,)/.exec(text.slice(start))
  if (!head?.[1]) throw new Error(`a brace is not closed in “${text}”`)
  let at = start + head[0].length
  if (head[2]) return [{ name: head[1] }, at]
  if (head[3] === 'suffix' || head[3] === 'article') return numbered(text, at, head[1], head[3] === 'article')
  const cases: Record<string, Part[]> = {}
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++
    if (text[at] === '}') break
    const open = text.indexOf('{', at)
    if (open < 0) throw new Error(`a case without text in “${text}”`)
    const label = text.slice(at, open).trim()
    const [inside, end] = parts(text, open + 1, head[3] === 'plural')
    cases[label] = inside
    at = end + 1
  }
  if (!cases['other']) throw new Error(`no case “other” in “${text}”`)
  return [{ name: head[1], plural: head[3] === 'plural', cases }, at + 1]
}

function numbered(text: string, start: number, name: string, article: boolean): [Part, number] {
  const end = text.indexOf('}', start)
  const words = text.slice(start, end).trim().split(/\s+/)
  if (end < 0 || words.length !== (article ? 2 : 4)) throw new Error(`${article ? 'an article has two words' : 'a suffix has four forms'} in “${text}”`)
  return [{ name, words, article }, end + 1]
}

/** The parts of a message; a broken one is an error. */
export function parse(message: string): Part[] {
  let found = cache.get(message)
  if (!found) {
    const [read, end] = parts(message, 0, false)
    if (end !== message.length) throw new Error(`a brace too many in “${message}”`)
    cache.set(message, (found = read))
  }
  return found
}

/** The names of the arguments that a message uses. */
export function argumentsOf(message: string): string[] {
  const found = new Set<string>()
  const walk = (list: Part[]): void => {
    for (const part of list)
      if (typeof part !== 'string') {
        if (part.name !== '#') found.add(part.name)
        if ('cases' in part) Object.values(part.cases).forEach(walk)
      }
  }
  walk(parse(message))
  return [...found].sort()
}

/** A message with its arguments in a language. */
export function format(message: string, lang: string, args: Arguments = {}): string {
  const write = (list: Part[], number: string): string =>
    list
      .map((part) => {
        if (typeof part === 'string') return part
        if (part.name === '#') return number
        const value = args[part.name]
        if ('words' in part) return part.article ? articleOf(Number(value), part.words) : suffixOf(Number(value), part.words)
        if (!('cases' in part)) return String(value ?? `{${part.name}}`)
        if (!part.plural) return write(part.cases[String(value)] ?? part.cases['other']!, number)
        const n = Number(value)
        const chosen = part.cases[`=${n}`] ?? part.cases[new Intl.PluralRules(lang).select(Math.abs(n))] ?? part.cases['other']!
        return write(chosen, String(n))
      })
      .join('')
  return write(parse(message), '')
}
