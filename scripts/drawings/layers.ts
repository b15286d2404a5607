import { readInnerOrders } from '../../tests/architecture/inner-orders.ts'
import { arrow, box, label, svg } from './svg.ts'

const row = 34
const gap = 6
const margin = 24
const columns = { web: { x: margin, width: 330 }, server: { x: 410, width: 420 } }
const width = 854
const top = 56

/** Draws which layer imports which, from the table of rooms in docs/architecture.md: what is above imports what is below. */
export function drawLayers(): string {
  const orders = readInnerOrders()
  const web = stepsOf(orders, 'web')
  const server = stepsOf(orders, 'server')
  const lowest = top + Math.max(web.length, server.length) * (row + gap) + 18
  const base = [
    { text: 'client', x: columns.web.x, width: half(columns.web.width), y: lowest },
    {
      text: 'end-to-end',
      x: columns.web.x + half(columns.web.width) + gap,
      width: half(columns.web.width),
      y: lowest,
    },
    { text: 'crypto', x: columns.server.x, width: columns.server.width, y: lowest },
    { text: 'contract: calls, schemas, errors', x: margin, width: width - 2 * margin, y: lowest + row + 22 },
  ]
  const height = lowest + 2 * row + 22 + margin
  return svg(width, height, 'Layers: each room imports only what stands below it', [
    label(columns.web.x, lowest - 38 - web.length * (row + gap), 'Browser: src/web', 'title'),
    label(
      columns.server.x,
      lowest - 38 - server.length * (row + gap),
      'Server: src/server, and src/cli above it',
      'title',
    ),
    ...stack(web, columns.web.x, columns.web.width, lowest - 18),
    ...stack(server, columns.server.x, columns.server.width, lowest - 18),
    ...base.map((each) => box({ ...each, height: row, kind: 'strong' })),
    arrow(margin + 165, lowest - 16, margin + 165, lowest - 2),
    arrow(620, lowest - 16, 620, lowest - 2),
    arrow(margin + 165, lowest + row + 2, margin + 165, lowest + row + 20),
    label(margin + 176, lowest - 4, 'imports', 'small'),
    label(631, lowest - 4, 'imports', 'small'),
    arrow(382, lowest - 14, 382, lowest + row + 20),
  ])
}

function half(width: number): number {
  return (width - gap) / 2
}

type Steps = readonly (readonly string[])[]

function stepsOf(orders: ReadonlyMap<string, Steps>, room: string): Steps {
  const steps = orders.get(room)
  if (!steps) throw new Error(`docs/architecture.md has no order of ${room}`)
  return steps
}

/** Boxes of a room's parts, a row a step, the first at `bottom`. */
function stack(steps: Steps, x: number, whole: number, bottom: number): string[] {
  return steps.flatMap((parts, step) => {
    const each = (whole - gap * (parts.length - 1)) / parts.length
    const y = bottom - (step + 1) * (row + gap)
    return parts.map((text, n) => box({ x: x + n * (each + gap), y, width: each, height: row, text }))
  })
}
