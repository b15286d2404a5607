import type { Options } from './accounts.ts'
import type { State } from './messages.ts'
import { element, say } from './page.ts'

/** Shows how files are sent, as far as the service offers it. */
export function fillOptions({ options, offered, hasPassword }: State): void {
  if (!offered) return
  const { expiries, defaultExpiry, endToEnd, passwordRequired, passwordLength } = offered
  const expiry = element('expiry', HTMLSelectElement)
  const chosen = options.expiresIn ?? defaultExpiry
  expiry.replaceChildren(
    ...expiries.map(
      ({ value, duration }) => new Option(sayDuration(duration), value, false, value === chosen),
    ),
  )
  element('limit', HTMLInputElement).value = options.downloadLimit?.toString() ?? ''
  const withPassword = element('with-password', HTMLInputElement)
  withPassword.checked = options.password || passwordRequired
  withPassword.disabled = passwordRequired
  const password = element('password', HTMLInputElement)
  password.value = ''
  password.minLength = passwordLength
  function showField() {
    element('password-field').hidden = !withPassword.checked
    password.required = withPassword.checked && !hasPassword
    password.placeholder = withPassword.checked && hasPassword ? '••••••••' : ''
  }
  withPassword.onchange = showField
  showField()
  const sealed = element('sealed', HTMLInputElement)
  sealed.checked = options.endToEnd && endToEnd
  sealed.disabled = !endToEnd
}

/** Reads them. An empty password keeps the present one. */
export function readOptions(): { readonly options: Options; readonly password: string } {
  const limit = element('limit', HTMLInputElement).valueAsNumber
  const password = element('with-password', HTMLInputElement).checked
  return {
    options: {
      expiresIn: element('expiry', HTMLSelectElement).value || null,
      downloadLimit: Number.isNaN(limit) ? null : limit,
      endToEnd: element('sealed', HTMLInputElement).checked,
      password,
    },
    password: password ? element('password', HTMLInputElement).value : '',
  }
}

const minute = 60_000
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

/** Milliseconds in the largest unit that tells them exactly. */
function sayDuration(duration: number): string {
  const [unit, length] = units.find(([, each]) => duration % each === 0) ?? ['minute', minute]
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(say('@@ui_locale').replaceAll('_', '-'), format).format(duration / length)
}
