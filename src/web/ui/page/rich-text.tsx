import { type Block, type Inline, parseRichText } from '#contract/operations/branding/rich-text.ts'

/** A text of the operator: paragraphs, lists, bold and links. Anything else in it, such as a tag, is shown as text. */
export function RichText({ text }: { text: string }) {
  return parseRichText(text).map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have nothing else to be known by
    <RichBlock key={at} block={block} />
  ))
}

function RichBlock({ block: { kind, lines } }: { block: Block }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a block have nothing else to be known by
  const shown = lines.map((line, at) => <Line key={at} parts={line} isItem={kind !== 'paragraph'} />)
  if (kind === 'paragraph') return <p>{shown}</p>
  const List = kind === 'list' ? 'ul' : 'ol'
  return <List className="bullets">{shown}</List>
}

function Line({ parts, isItem = false }: { parts: readonly Inline[]; isItem?: boolean }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have nothing else to be known by
  const shown = parts.map((part, at) => <Part key={at} part={part} />)
  return isItem ? <li>{shown}</li> : shown
}

function Part({ part }: { part: Inline }) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'bold')
    return (
      <strong>
        <Line parts={part.parts} />
      </strong>
    )
  return <a href={part.address}>{part.text}</a>
}
