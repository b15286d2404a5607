import { readFileSync } from 'node:fs'

/** Steps of a room, below first; each names parts of it: folders or files, by their path below the room. */
type Steps = readonly (readonly string[])[]

const page = 'docs/architecture.md'
const table = /<!-- inner orders -->\n(.*?)<!-- end of inner orders -->/s
const name = /^[a-z][a-z0-9./-]*$/

/** The table of the page: by room, the order of its parts. */
export function readInnerOrders(): Map<string, Steps> {
  const lines = table.exec(readFileSync(page, 'utf8'))?.[1]?.trim().split('\n') ?? []
  const rows = lines.slice(2)
  const orders = new Map<string, Steps>()
  for (const row of rows) {
    const [, room = '', order = ''] = row.split('|').map((cell) => cell.trim())
    const steps = order.split('<-').map((step) => step.split(',').map((part) => part.trim()))
    const names = [room, ...steps.flat()]
    if (!names.every((each) => name.test(each)) || new Set(names).size < names.length || orders.has(room))
      throw new Error(`${page} has a line that does not read as an inner order: ${row}`)
    orders.set(room, steps)
  }
  if (orders.size === 0) throw new Error(`${page} has no table of inner orders`)
  return orders
}

/**
 * How high a file stands in its room: the step of the part it lies in, of two that fit the longer. What lies directly in the
 * room's folder stands above all; undefined for a file in a folder that the order does not name.
 */
export function placeOf(
  path: string,
  steps: Steps,
): { readonly part: string; readonly height: number } | undefined {
  const fitting = steps.flatMap((parts, height) =>
    parts.filter((part) => path === part || path.startsWith(`${part}/`)).map((part) => ({ part, height })),
  )
  const [longest] = fitting.toSorted((a, b) => b.part.length - a.part.length)
  return longest ?? (path.includes('/') ? undefined : { part: '', height: steps.length })
}
