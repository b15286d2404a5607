/** Length of the lines of a drawing's text in pixels is not known here: boxes are wide enough for what stands in them. */
type Box = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly text: string
  readonly kind?: 'strong' | 'plain' | undefined
}

const colours = `
  text { font: 14px system-ui, sans-serif; fill: #121715 }
  .small { font-size: 12px; fill: #424b47 }
  .title { font-size: 16px; font-weight: 600 }
  rect { fill: #ffffff; stroke: #78827d }
  .strong { fill: #ffd02e; stroke: #e3b200 }
  path { fill: none; stroke: #424b47; stroke-width: 1.5 }
  .page { fill: #f1f4f3; stroke: none }`

/** An SVG document with a title for screen readers; it stands on a ground of its own, readable on light and dark pages. */
export function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(title)}">
<title>${escapeText(title)}</title>
<style>${colours}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M1 1 7 4 1 7"/></marker></defs>
<rect class="page" width="${width}" height="${height}"/>
${parts.join('\n')}
</svg>
`
}

export function box({ x, y, width, height, text, kind = 'plain' }: Box): string {
  const middle = `x="${x + width / 2}" y="${y + height / 2 + 5}"`
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/><text ${middle} text-anchor="middle">${escapeText(text)}</text>`
}

export function label(x: number, y: number, text: string, kind: 'title' | 'small'): string {
  return `<text class="${kind}" x="${x}" y="${y}">${escapeText(text)}</text>`
}

export function arrow(fromX: number, fromY: number, toX: number, toY: number): string {
  return `<path d="M${fromX} ${fromY} ${toX} ${toY}" marker-end="url(#tip)"/>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
