import { isSafeLink } from './identity-limits.ts'

/** A part of a line: text, bold or a link. Anything else, such as a tag, is text. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly text: string; readonly address: string }

export type Block = {
  readonly kind: 'paragraph' | 'list' | 'numbers'
  /** Items of a list, or the one paragraph. */
  readonly lines: readonly (readonly Inline[])[]
}

const bullet = /^\s*[-*] +/
const number = /^\s*\d{1,3}[.)] +/

/** Reads the small subset of Markdown that own texts may have: paragraphs, lists, `**bold**` and `[links](https://…)`. */
export function parseRichText(text: string): Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isOpen = false
      continue
    }
    const kind = bullet.test(line) ? 'list' : number.test(line) ? 'numbers' : 'paragraph'
    const content = line.replace(kind === 'list' ? bullet : kind === 'numbers' ? number : /^\s+/, '')
    const last = blocks.at(-1)
    if (isOpen && last && kind === 'paragraph') {
      // A line that goes on, of a paragraph or of the last item.
      last.lines[last.lines.length - 1] += `\n${content}`
    } else if (last?.kind === kind && kind !== 'paragraph') last.lines.push(content)
    else blocks.push({ kind, lines: [content] })
    isOpen = true
  }
  return blocks.map(({ kind, lines }) => ({ kind, lines: lines.map((line) => parseInline(line)) }))
}

// Bounded repetitions, so that a long text cannot take long.
const marks = /\*\*(?=\S)([^*]{1,2000}?)\*\*|\[([^[\]\n]{1,300})\]\(([^)\s]{1,500})\)/g

function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  const addText = (until: number) => {
    if (until > end) parts.push({ kind: 'text', text: text.slice(end, until) })
  }
  for (const match of text.matchAll(marks)) {
    const [whole, bold, label = '', address = ''] = match
    if (bold === undefined && !isSafeLink(address)) continue
    addText(match.index)
    parts.push(
      bold !== undefined
        ? { kind: 'bold', parts: parseInline(bold) }
        : { kind: 'link', text: label, address },
    )
    end = match.index + whole.length
  }
  addText(text.length)
  return parts
}

/** The first address of a link that is neither https nor mailto, or looks like another; undefined without one. */
export function findUnsafeLink(text: string): string | undefined {
  return text
    .split('](')
    .slice(1)
    .map((rest) => /^[^)\n]*(?=\))/.exec(rest)?.[0].trim())
    .find((address) => address && !isSafeLink(address))
}
