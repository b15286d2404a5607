import type { OwnSection } from './own-texts.ts'

/** Writes sections as Markdown, one heading each. */
export function writeMarkdown(title: string, sections: readonly OwnSection[]): string {
  const parts = sections.map((section) => `## ${section.title}\n\n${section.text}\n`)
  return [`# ${title}\n`, ...parts].join('\n')
}

/**
 * Reads sections from Markdown: each heading of the second level begins one, deeper ones become bold lines, and a title above all
 * is left out. Undefined when a text stands above the first heading.
 */
export function readMarkdown(markdown: string): OwnSection[] | undefined {
  const sections: { title: string; lines: string[] }[] = []
  for (const line of markdown
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '')
    .split('\n')) {
    const [, marks = '', heading = ''] = /^(#{1,6}) +(.*?)(?: +#+)? *$/.exec(line) ?? []
    const section = sections.at(-1)
    if (marks.length === 2) sections.push({ title: heading.trim(), lines: [] })
    else if (marks.length > 2 && section) section.lines.push(`**${heading.trim()}**`)
    else if (marks === '#' && !section) continue
    else if (section) section.lines.push(line.replace(/\t/g, ' ').trimEnd())
    else if (line.trim() !== '') return undefined
  }
  return sections.map(({ title, lines }) => ({ title, text: lines.join('\n').trim() }))
}
