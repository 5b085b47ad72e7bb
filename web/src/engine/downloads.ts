import { i18n } from '../i18n/index.svelte.ts'
import { device } from './device.svelte.ts'
import { here } from './here.svelte.ts'

/** Hand a text to the person as a file. */
export function save(name: string, text: string, kind: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: kind }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Links to files of the protocol work for tables of this device, too. */
export function watchDownloads(): () => void {
  const clicked = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.('a[href^="/api/"]')
    if (!(link instanceof HTMLAnchorElement) || here.engine(link.pathname) !== device) return
    event.preventDefault()
    const [, , , id, what] = link.pathname.split('/')
    const picture = what === 'picture'
    void device.request('GET', `${link.pathname}?lang=${i18n.lang}`, {}, null).then((answer) => {
      if (answer?.status === 200) save(`tafelrunde-${(id ?? '').replace(/^~/, '')}.${picture ? 'svg' : 'txt'}`, answer.text, picture ? 'image/svg+xml' : 'text/plain')
    })
  }
  document.addEventListener('click', clicked, { capture: true })
  return () => document.removeEventListener('click', clicked, { capture: true })
}
