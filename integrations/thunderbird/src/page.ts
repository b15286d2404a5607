import './browser-api.ts'

/** An element of the page by its id. @throws Error for one that is missing or of another kind */
export function element(id: string): HTMLElement
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind
export function element(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`no element ${id}`)
  return found
}

/** A text in the language of Thunderbird. */
export function say(name: string, value?: string): string {
  return browser.i18n.getMessage(name, value)
}

/** Fills in the texts that the page names. */
export function showText(): void {
  document.documentElement.lang = say('@@ui_locale').replaceAll('_', '-')
  for (const place of document.querySelectorAll<HTMLElement>('[data-text]'))
    place.textContent = say(place.dataset.text ?? '')
}

/** Says what went wrong or is done, in place of what was said before. */
export function tell({
  trouble = '',
  status = '',
}: {
  readonly trouble?: string
  readonly status?: string
}): void {
  const alert = element('trouble')
  alert.textContent = trouble
  alert.hidden = trouble === ''
  element('status').textContent = status
}
