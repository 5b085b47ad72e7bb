import { choosable, visible } from './focus.ts'

/** How long to wait for another digit: 1, or 11? */
const WAIT_MS = 600
const CARDS = ['power', 'card', 'value', 'own', 'modifier']
/** Where cards lie, the nearest first. */
const PLACES = ['.handbox, [data-testid=draft]', '.sidetop, .acts']

export interface Numbered { element: HTMLElement; /** The number printed on it; null: its position counts. */ number: string | null; open: boolean; option?: boolean }

/**
 * What number keys choose now: the options of the bar by the number they show, then the cards of
 * the hand, else those on the table.
 */
function offered(): Numbered[] {
  return [...options(), ...cards()]
}

function options(): Numbered[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-testid=decision] .options [data-action]')].filter(visible)
  const own = (e: HTMLElement): string => e.dataset['action']!.split(' ')[1] ?? ''
  const printed = all.every((e) => /^\d+$/.test(own(e)) && e.dataset['action']!.startsWith('court '))
  return all.map((element, k) => ({ element, number: printed ? own(element) : String(k + 1), open: true, option: true }))
}

function cards(): Numbered[] {
  for (const place of PLACES) {
    const lying = [...document.querySelectorAll<HTMLElement>(place)].flatMap((box) => [...box.querySelectorAll<HTMLElement>('[data-spot]')])
    const found = [...new Set(lying)].filter((e) => CARDS.includes(e.dataset['spot']!.split(':')[0]!) && visible(e)).map(numbered)
    if (found.some((c) => c.open)) return found
  }
  return []
}

function numbered(element: HTMLElement): Numbered {
  const value = element.dataset['spot']!.split(' ')[0]!.split(':')[1]!
  return { element, number: /^\d+$/.test(value) ? value : null, open: choosable(element) }
}

/** What the digits typed so far mean: this one, or (`wait`) possibly a longer number. */
export function meant(typed: string, all: Numbered[]): { found: Numbered | null; wait: boolean } {
  const open = all.filter((c) => c.open)
  const exact = open.find((c) => c.number === typed) ?? all.find((c) => c.number === typed) ?? null
  const longer = open.some((c) => c.number !== null && c.number !== typed && c.number.startsWith(typed))
  if (exact) return { found: exact, wait: longer }
  const row = open.filter((c) => !c.option)
  const printed = row.filter((c) => c.number !== null)
  const byPlace = longer || !printed.some((c) => c.number!.length === typed.length)
  const nth = byPlace ? (row[Number(typed) - 1] ?? null) : null
  return { found: nth, wait: longer || (!printed.length && row.length >= Number(typed) * 10 && typed !== '0') }
}

/** Number keys: a card's whole number chooses it, a position in the row the n-th. */
export class Numbers {
  private typed = ''
  private timer = 0
  private found: Numbered | null = null

  constructor(private readonly choose: (element: HTMLElement) => void) {}

  get pending(): boolean {
    return this.typed !== ''
  }

  press(digit: string): void {
    clearTimeout(this.timer)
    const all = offered()
    this.typed += digit
    let answer = meant(this.typed, all)
    if (!answer.found && !answer.wait && this.typed.length > 1) {
      this.typed = digit // a new number begins
      answer = meant(digit, all)
    }
    this.found = answer.found
    if (answer.wait) this.timer = window.setTimeout(() => this.finish(), WAIT_MS)
    else this.finish()
  }

  /** The number is complete. */
  finish(): void {
    clearTimeout(this.timer)
    const { found } = this
    this.typed = ''
    this.found = null
    if (found?.element.isConnected) this.choose(found.element)
  }
}
