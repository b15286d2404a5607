import type { TextKey } from '../../i18n/t.ts'

/** One section of the terms in one wording. */
export type Section = {
  readonly id: string
  readonly title: TextKey
  readonly content: TextKey
}

export type Version = {
  readonly version: string
  /** The UTC day it was published on. */
  readonly date: string
  readonly title: TextKey
  readonly sections: readonly Section[]
  /** Changes of this version to its sections, each in a sentence; by the section's id. */
  readonly notes: Readonly<Record<string, TextKey>>
}

const acceptance: Section = {
  id: 'acceptance',
  title: 'terms.acceptance',
  content: 'terms.acceptance.text1',
}
const service: Section = { id: 'service', title: 'terms.service', content: 'terms.service.text1' }
const use: Section = { id: 'use', title: 'terms.use', content: 'terms.use.text1' }
const singleFiles: Section = {
  id: 'single-files',
  title: 'terms.singleFiles',
  content: 'terms.singleFiles.text1',
}
const zip: Section = { id: 'zip', title: 'terms.zip', content: 'terms.zip.text20' }
const limits: Section = { id: 'limits', title: 'terms.limits', content: 'terms.limits.text20' }
const data: Section = { id: 'data', title: 'terms.data', content: 'terms.data.text1' }
const firstRetention: Section = {
  id: 'retention',
  title: 'terms.retention',
  content: 'terms.retention.text1',
}
const retention: Section = { id: 'retention', title: 'terms.retention', content: 'terms.retention.text21' }
const rights: Section = { id: 'rights', title: 'terms.rights', content: 'terms.rights.text21' }
const contact: Section = { id: 'contact', title: 'terms.contact', content: 'terms.contact.text1' }

/**
 * The terms through their versions, from the first to the one that holds now. A wording that people may have accepted is
 * never changed: a new one is a new section under the old id.
 */
export const versions: readonly Version[] = [
  {
    version: '1.0',
    date: '2024-01-15',
    title: 'terms.version10',
    sections: [acceptance, service, use, singleFiles, data, firstRetention, contact],
    notes: {},
  },
  {
    version: '2.0',
    date: '2024-01-20',
    title: 'terms.version20',
    sections: [acceptance, service, use, zip, limits, data, firstRetention, contact],
    notes: {
      zip: 'terms.zip.note20',
      limits: 'terms.limits.note20',
      'single-files': 'terms.singleFiles.note20',
    },
  },
  {
    version: '2.1',
    date: '2024-01-22',
    title: 'terms.version21',
    sections: [acceptance, service, use, zip, limits, data, retention, rights, contact],
    notes: { retention: 'terms.retention.note21', rights: 'terms.rights.note21' },
  },
]

/** The version that a person accepted. @throws Error for one that has never been */
export function versionNamed(name: string): Version {
  const found = versions.find(({ version }) => version === name)
  if (!found) throw new Error(`there is no version ${name} of the terms`)
  return found
}
