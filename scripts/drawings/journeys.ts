import { arrow, box, label, svg } from './svg.ts'

type Step = { readonly text: string; readonly note: string; readonly kind?: 'strong' }

/** An upload of one file by a form, as receive-upload runs it. */
const upload: readonly Step[] = [
  { text: 'claim', note: 'room for it: account, network, disk' },
  { text: 'options', note: 'may this sender send this?' },
  { text: 'bytes', note: 'count, type, scan; seal into a stage' },
  { text: 'verdict', note: 'of the scanner; else the stage is discarded' },
  { text: 'rows', note: 'commit the stage, then rows and event together', kind: 'strong' },
  { text: 'link', note: 'acknowledged: it is durable' },
]

/** A download of one file through its link. */
const download: readonly Step[] = [
  { text: 'link', note: 'is it live? else why not' },
  { text: 'ticket', note: 'password, code or key opens a slot' },
  { text: 'content', note: 'length, header and both ends checked' },
  { text: 'reservation', note: 'of a limited link, before a byte leaves', kind: 'strong' },
  { text: 'bytes', note: 'each chunk authenticated, then sent' },
  { text: 'settle', note: 'count it; end the transfer if asked to', kind: 'strong' },
]

const width = 960
const column = { width: 120, left: [24, 500] }
const row = 34
const step = 56
const top = 56

/** Draws an upload and a download beside each other; the yellow steps are transactions that decide. */
export function drawJourneys(): string {
  const height = top + Math.max(upload.length, download.length) * step + 24
  const [left = 0, right = 0] = column.left
  return svg(width, height, 'One upload and one download, step by step', [
    label(left, 36, 'One upload', 'title'),
    label(right, 36, 'One download', 'title'),
    ...journey(upload, left),
    ...journey(download, right),
    label(left, height - 10, 'Yellow: the transaction that decides. Nothing is visible before it.', 'small'),
  ])
}

function journey(steps: readonly Step[], x: number): string[] {
  return steps.flatMap(({ text, note, kind }, n) => {
    const y = top + n * step
    const middle = x + column.width / 2
    return [
      box({ x, y, width: column.width, height: row, text, kind }),
      label(x + column.width + 12, y + row / 2 + 4, note, 'small'),
      ...(n + 1 < steps.length ? [arrow(middle, y + row, middle, y + step - 2)] : []),
    ]
  })
}
