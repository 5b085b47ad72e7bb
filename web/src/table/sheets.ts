import type { GameUi } from '../games/types.ts'
import { t } from '../i18n/index.svelte.ts'

export type SheetName = 'hand' | 'side' | 'facts' | 'players' | 'log' | 'chat' | 'result'

/**
 * The sheets of a title in their order, each with its icon and name; the result when there is one,
 * the chat where people can talk.
 */
export function sheetsOf(ui: GameUi, over: boolean, hand: boolean, talk: boolean): { name: SheetName; icon: string; title: string }[] {
  return [
    ...(over ? [{ name: 'result' as const, icon: 'chart', title: t('hand.result') }] : []),
    ...(hand ? [{ name: 'hand' as const, icon: 'hand', title: t('sheet.hand') }] : []),
    { name: 'side', icon: ui.sideIcon ?? 'flag', title: ui.sideName ? ui.sideName() : t('sheet.side') },
    ...(ui.Facts ? [{ name: 'facts' as const, icon: 'list', title: t('sheet.facts') }] : []),
    { name: 'players', icon: 'people', title: t('sheet.players') },
    { name: 'log', icon: 'book', title: t('sheet.log') },
    ...(talk ? [{ name: 'chat' as const, icon: 'chat', title: t('sheet.chat') }] : []),
  ]
}
