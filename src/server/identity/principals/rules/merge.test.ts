import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LevelRule, mergeBounds, mergeChoice, mergeSets } from './merge.ts'

const kinds = ['default', 'most', 'least', 'always'] as const

/** Every ladder of two levels with these values, rules that are not set among them. */
function ladders<Value>(values: readonly Value[], of: readonly LevelRule<Value>['kind'][] = kinds) {
  const rules = [undefined, ...of.flatMap((kind) => values.map((value) => ({ kind, value })))]
  return rules.flatMap((wide) => rules.map((narrow) => [wide, narrow] as const))
}

test('no narrower level goes beyond a bound of the wider one', () => {
  for (const base of [1, 4, 9])
    for (const edge of ['most', 'least'] as const)
      for (const ladder of ladders([2, 4, 6])) {
        const { value } = mergeBounds(ladder, base, edge)
        const [wide] = ladder
        const label = JSON.stringify({ ladder, base, edge, value })
        if (wide?.kind === 'always') assert.equal(value, wide.value, label)
        if (wide?.kind === 'most') assert.ok(value <= wide.value, label)
        if (wide?.kind === 'least') assert.ok(value >= wide.value, label)
      }
})

test('always of a wider level holds for choices and sets, and no set is empty', () => {
  for (const ladder of ladders(['off', 'offered', 'always'], ['default', 'always'])) {
    const [wide] = ladder
    const { value } = mergeChoice(ladder, 'offered', ['off', 'always'])
    if (wide && (wide.kind === 'always' || wide.value !== 'offered')) assert.equal(value, wide.value)
  }
  for (const ladder of ladders([['a'], ['b', 'c'], ['a', 'b']], ['default', 'most', 'always'])) {
    const [wide] = ladder
    const { value } = mergeSets(ladder, undefined)
    const label = JSON.stringify({ ladder, value })
    assert.notEqual(value?.length, 0, label)
    if (wide?.kind === 'always') assert.deepEqual(value, wide.value, label)
    if (wide?.kind === 'most')
      assert.ok(
        value?.every((one) => wide.value.includes(one)),
        label,
      )
  }
})

test('each pair of rules comes to what the operator reads', () => {
  const at = (kind: LevelRule<number>['kind'], value: number) => ({ kind, value })
  const table: readonly [
    wide: LevelRule<number> | undefined,
    narrow: LevelRule<number> | undefined,
    number,
    number | null,
  ][] = [
    [undefined, undefined, 2, null],
    [at('most', 5), undefined, 2, null],
    [at('default', 5), undefined, 5, 0],
    [at('default', 5), at('default', 8), 8, 1],
    [at('most', 5), at('default', 8), 5, 0],
    [at('most', 5), at('most', 8), 5, 0],
    [at('most', 8), at('most', 5), 5, 1],
    [undefined, at('most', 8), 8, 1],
    [at('always', 5), at('always', 8), 5, 0],
    [at('least', 5), at('always', 1), 5, 0],
    [at('least', 5), undefined, 5, 0],
    [at('most', 9), at('always', 7), 7, 1],
  ]
  for (const [wide, narrow, value, level] of table) {
    const merged = mergeBounds([wide, narrow], 2)
    assert.deepEqual([merged.value, merged.level], [value, level], JSON.stringify({ wide, narrow }))
  }
})
