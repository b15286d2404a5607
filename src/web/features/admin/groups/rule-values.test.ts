import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rules } from '#contract/operations/groups/groups.ts'
import { ruleNames } from '#contract/operations/groups/rule-names.ts'
import { typedRules, valueOfText } from './rule-values.ts'

test('a rule is typed as it is shown, without a rest', () => {
  const rules: Rules = {
    fileSize: { kind: 'most', value: 300 * 1024 ** 2 },
    storage: { kind: 'default', value: 0 },
    transferSize: { kind: 'most', value: 2 * 1024 ** 4 },
    uploadSpeed: { kind: 'most', value: 64 * 1024 },
    longestLife: { kind: 'always', value: '14d' },
    expiryOptions: { kind: 'most', value: ['1h', '3d'] },
    recipients: { kind: 'most', value: 0 },
    endToEnd: { kind: 'always', value: 'off' },
  }
  const typed = typedRules(rules, ruleNames)
  assert.deepEqual(
    [typed.fileSize, typed.storage, typed.transferSize, typed.uploadSpeed].map(({ text }) => text),
    ['300MB', '0', '2TB', '64KB'],
  )
  for (const name of ruleNames) {
    const { kind, text } = typed[name]
    assert.deepEqual(kind === '' ? undefined : { kind, value: valueOfText(name, text) }, rules[name], name)
  }
})

test('a text that is no value of a rule is none', () => {
  assert.equal(valueOfText('uploadSpeed', ' 64kb '), 65_536)
  for (const wrong of ['', 'much', '1.5GB', '3PB', '-1'])
    assert.equal(valueOfText('fileSize', wrong), undefined, wrong)
  assert.equal(valueOfText('longestLife', '14 days'), undefined)
  assert.equal(valueOfText('endToEnd', 'sometimes'), undefined)
})
