/** HTML that is safe to use as it stands, because only `html` makes it. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
  toString(): string {
    return this.markup
  }
}

type Value = string | number | Html | readonly Html[] | undefined

/**
 * A template for HTML: values are escaped, also for quoted attributes, unless they are HTML themselves. Nothing stands
 * for undefined.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const chunks = parts.map((part, index) => part + markupOf(values[index]))
  return new Html(chunks.join(''))
}

function markupOf(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(({ markup }) => markup).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
