/** A text whose paragraphs are parted by empty lines. */
export function Paragraphs({ text, className = '' }: { text: string; className?: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph}
    </p>
  ))
}
