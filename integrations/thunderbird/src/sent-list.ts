import type { State } from './messages.ts'
import { element, say, tell } from './page.ts'

/** Lists files that were sent and have not expired. @param remove deletes one by its reference */
export function showSent(sent: State['sent'], remove: (ref: string) => Promise<void>): void {
  const format = new Intl.DateTimeFormat(say('@@ui_locale').replaceAll('_', '-'), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const rows = sent.map(({ ref, name, expiresAt }) => {
    const row = document.createElement('li')
    const text = document.createElement('span')
    text.textContent = `${name} · ${say('expires', format.format(new Date(expiresAt)))}`
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'quiet'
    button.textContent = say('delete')
    button.setAttribute('aria-label', say('deleteFile', name))
    button.addEventListener('click', () => {
      button.disabled = true
      remove(ref).catch((error: unknown) => {
        button.disabled = false
        tell({ trouble: error instanceof Error ? error.message : String(error) })
      })
    })
    row.append(text, button)
    return row
  })
  element('sent').hidden = rows.length === 0
  element('sent-list').replaceChildren(...rows)
}
