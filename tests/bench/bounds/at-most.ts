import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { keepFigure } from './trend.ts'

/**
 * Whether bounds on time and memory are asserted: in `npm run bench:bounds`, where a test runs alone. Elsewhere the machine
 * decides such figures as much as the server does.
 */
export const measuring = process.env.MEASURE === '1'

/** Asserts a bound while measuring, and keeps the figure beside those of earlier runs; otherwise only says it. */
export function atMost(t: TestContext, name: string, value: number, bound: number, unit: string): void {
  const label = `${t.name}, ${name}`
  if (!measuring) {
    t.diagnostic(`${name}: ${Math.round(value)} ${unit}`)
    return
  }
  t.diagnostic(`${keepFigure(label, value, unit)}, at most ${bound}`)
  assert.ok(value <= bound, `${label}: ${value} ${unit}, at most ${bound}`)
}
