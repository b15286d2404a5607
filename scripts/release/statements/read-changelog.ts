/** Entries of one version: those that stand before all groups, and the groups. Texts are lists, with **bold** and without links. */
type VersionNews = {
  readonly version: string
  readonly short: string
  readonly groups: readonly { readonly title: string; readonly text: string }[]
}

/** Group of the few entries that matter to everyone. */
const shortGroup = 'In short'

/** Reads the part of a changelog below `## VERSION`. A version without one has no entries. */
export function readVersion(changelog: string, version: string): VersionNews {
  const parts = changelog.split(/^## /m).slice(1)
  const part = parts.find((one) => one.split('\n', 1)[0]?.split(' ')[0] === version) ?? ''
  const [first = '', ...rest] = part.slice(part.indexOf('\n') + 1).split(/^### /m)
  const groups = rest.map((group) => ({
    title: group.split('\n', 1)[0]?.trim() ?? '',
    text: entriesOf(group.slice(group.indexOf('\n') + 1)),
  }))
  return {
    version,
    short: groups.find(({ title }) => title === shortGroup)?.text ?? '',
    groups: [{ title: '', text: entriesOf(first) }, ...groups].filter(
      ({ title, text }) => text !== '' && title !== shortGroup,
    ),
  }
}

/** The entries one a line, as lists of the rich texts of pages. */
function entriesOf(markdown: string): string {
  return markdown
    .split(/^- /m)
    .slice(1)
    .map((entry) => `- ${plain(entry)}`)
    .join('\n')
}

function plain(entry: string): string {
  return entry
    .replace(/\s*See\s+\[[^\]]+\]\([^)]+\)\./g, '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()
}
