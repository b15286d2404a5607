import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { fullName, type MetricName, metricTable } from '#server/platform/observability/metric-table.ts'
import { alertRules, dashboard } from '#server/platform/observability/monitoring-files.ts'

test('deploy/monitoring says what the code does', () => {
  const alerts = readFileSync('deploy/monitoring/alerts.yaml', 'utf8')
  assert.deepEqual(parse(alerts), alertRules(), 'run npm run docs')
  const panels = readFileSync('deploy/monitoring/dashboard.json', 'utf8')
  assert.deepEqual(JSON.parse(panels), dashboard(), 'run npm run docs')
})

test('alerts and panels ask for metrics that there are, and have names of their own', () => {
  const own = new Set(Object.keys(metricTable).map((name) => fullName(name as MetricName)))
  const rules = alertRules().groups.flatMap((group) => group.rules)
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
  const queries = [
    ...rules.map(({ expr }) => expr),
    ...dashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  for (const query of queries) {
    assert.doesNotMatch(query, /METRIC/)
    for (const [name] of query.matchAll(/restante_\w+/g))
      assert.ok(own.has(name.replace(/_bucket$/, '')), `${query}: ${name}`)
  }
})
