import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'

/** One figure of one run, a line of the file. */
const figure = z.object({ at: z.string(), name: z.string(), value: z.number(), unit: z.string() })

/** File of the figures of earlier runs, on this machine only: those of another would say nothing. */
const kept = 'bench-trend.jsonl'

/** Keeps a figure and gives it in words, with the last one of the same name. */
export function keepFigure(name: string, value: number, unit: string, path = kept): string {
  const last = figuresIn(path).findLast((one) => one.name === name && one.unit === unit)
  appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), name, value, unit })}\n`)
  const now = `${name}: ${rounded(value)} ${unit}`
  if (!last) return `${now}, the first`
  const change = last.value === 0 ? '' : `, ${signed(Math.round((value / last.value - 1) * 100))} %`
  return `${now}, last ${rounded(last.value)}${change}`
}

function figuresIn(path: string): z.output<typeof figure>[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => figure.parse(JSON.parse(line)))
}

function rounded(value: number): string {
  return Math.abs(value) < 100 ? value.toPrecision(3) : value.toFixed(0)
}

function signed(value: number): string {
  return value < 0 ? String(value) : `+${value}`
}
