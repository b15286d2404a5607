import type { PersonalPart } from '#contract/accounts.ts'
import type { PersonalData } from './personal-data.ts'

/** What is held about people beside their account, by name; see server/personal-data.ts. */
export type PersonalParts = Readonly<Record<PersonalPart, PersonalData>>
