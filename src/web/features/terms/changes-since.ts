import type { TextKey } from '../../i18n/t.ts'
import { type Section, type Version, versions } from './versions.ts'

/** Change of one section since an accepted version. */
export type Change = {
  readonly type: 'added' | 'modified' | 'removed'
  readonly section: string
  readonly title: TextKey
  /** The change in a sentence. */
  readonly description: TextKey | undefined
  /** Current text, or the last one of a removed section. */
  readonly content: TextKey
  /** Text of a modified section when it was accepted. */
  readonly oldContent: TextKey | undefined
}

/** How the terms that hold now differ from those that were accepted, in the order of their sections; removed ones last. */
export function changesSince(accepted: Version): Change[] {
  const later = versions.slice(versions.indexOf(accepted) + 1)
  const current = later.at(-1) ?? accepted
  function describe(type: Change['type'], section: Section, oldContent?: TextKey): Change {
    const description = later.findLast(({ notes }) => notes[section.id])?.notes[section.id]
    return {
      type,
      section: section.id,
      title: section.title,
      description,
      content: section.content,
      oldContent,
    }
  }
  const before = new Map(accepted.sections.map((section) => [section.id, section]))
  const now = new Set(current.sections.map(({ id }) => id))
  const held = current.sections.flatMap((section) => {
    const old = before.get(section.id)
    if (!old) return [describe('added', section)]
    return old.content === section.content ? [] : [describe('modified', section, old.content)]
  })
  const removed = accepted.sections.filter(({ id }) => !now.has(id))
  return [...held, ...removed.map((section) => describe('removed', section))]
}
