import { sizeUnits, timeUnits, type Unit } from '../shared/typed-values.ts'

/** How the text of a setting is typed: as a number with its unit, entry by entry, or line by line. */
type SettingForm =
  /** A number before the name of its unit, of which there may be several to choose from. */
  | { readonly kind: 'number'; readonly units: readonly Unit[] }
  | { readonly kind: 'entries' }
  /** Lines that stand behind each other in the text, with this between them. */
  | { readonly kind: 'lines'; readonly between: ', ' | '; ' }

const sizes: SettingForm = { kind: 'number', units: sizeUnits }
const times: SettingForm = { kind: 'number', units: timeUnits }
const entries: SettingForm = { kind: 'entries' }

const forms: Readonly<Record<string, SettingForm>> = {
  FREE_FILE_SIZE: sizes,
  PRO_FILE_SIZE: sizes,
  FREE_TRANSFER_SIZE: sizes,
  PRO_TRANSFER_SIZE: sizes,
  FREE_SPACE_KEPT: sizes,
  DEFAULT_EXPIRY: times,
  LONGEST_LIFE: times,
  REQUEST_MIN_ACCOUNT_AGE: times,
  REQUEST_KEEP_FOR: times,
  FILE_PASSWORD_LENGTH: { kind: 'number', units: [{ sign: '', name: 'admin.settings.unit.characters' }] },
  AUDIT_KEPT: { kind: 'number', units: [{ sign: '', name: 'admin.settings.unit.days' }] },
  EXPIRY_OPTIONS: entries,
  PRO_EXPIRY_OPTIONS: entries,
  BLOCKED_TYPES: entries,
  ALLOWED_TYPES: entries,
  OPERATOR_ADDRESS: { kind: 'lines', between: ', ' },
  OPERATOR_DETAILS: { kind: 'lines', between: '; ' },
  PROCESSORS: { kind: 'lines', between: '; ' },
}

/** The form of a setting; undefined for a line of text. */
export function formOf(name: string): SettingForm | undefined {
  return forms[name]
}
