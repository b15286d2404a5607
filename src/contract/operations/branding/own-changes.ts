/** A text that people may have accepted. */
export type PlainSection = { readonly title: string; readonly text: string }

/** How a section differs from the version before; `text` of a removed one is its last. */
export type OwnChange = {
  readonly type: 'added' | 'modified' | 'removed'
  readonly title: string
  /** Its number among the sections of now; undefined for a removed one. */
  readonly number: number | undefined
  readonly text: string
  readonly oldText: string | undefined
}

/**
 * Compares two versions of the same language. A section is the same one when its title is, or else its text; the changes stand in
 * the order of now, removed sections last.
 */
export function ownChanges(before: readonly PlainSection[], now: readonly PlainSection[]): OwnChange[] {
  const left = [...before]
  const take = (isSame: (section: PlainSection) => boolean) => {
    const at = left.findIndex(isSame)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const byTitle = now.map(({ title }) => take((old) => folded(old.title) === folded(title)))
  const held = now.flatMap(({ title, text }, at): OwnChange[] => {
    const old = byTitle[at] ?? take((one) => folded(one.text) === folded(text))
    if (old && folded(old.text) === folded(text) && folded(old.title) === folded(title)) return []
    return [{ type: old ? 'modified' : 'added', title, number: at + 1, text, oldText: old?.text }]
  })
  const removed = left.map(
    ({ title, text }): OwnChange => ({ type: 'removed', title, number: undefined, text, oldText: undefined }),
  )
  return [...held, ...removed]
}

/** White space makes no difference. */
function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
