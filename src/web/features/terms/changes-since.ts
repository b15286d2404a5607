import type { TextKey } from '../../i18n/t.ts'
import { type Section, type Version, versions } from './versions.ts'

/** What became of one section since some version was accepted. */
export type Change = {
  readonly type: 'added' | 'modified' | 'removed'
  readonly section: string
  readonly title: TextKey
  /** What was changed, in a sentence. */
  readonly description: TextKey | undefined
  /** Of a removed section: what it said. */
  readonly content: TextKey
  /** Of a modified one: what it said when it was accepted. */
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
