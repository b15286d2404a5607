import { fullName, labelsOf, type Metric, type MetricName, metricTable } from './metric-table.ts'

const names = Object.keys(metricTable) as MetricName[]

/** deploy/monitoring/alerts.yaml: rules for Prometheus (prometheus.io/docs/prometheus/latest/configuration/alerting_rules). */
export function alertRules() {
  const rules = names.flatMap((name) => {
    const metric: Metric = metricTable[name]
    return (metric.alerts ?? []).map((alert) => ({
      alert: alert.name,
      expr: alert.when.replace('METRIC', fullName(name)),
      for: alert.for,
      labels: { severity: alert.severity },
      annotations: { summary: alert.summary },
    }))
  })
  return { groups: [{ name: 'restante', rules: [...rules, eventLoopRule] }] }
}

/** Rule over a default metric of the Prometheus client. */
const eventLoopRule = {
  alert: 'RestanteEventLoopSlow',
  expr: 'max by (instance) (nodejs_eventloop_lag_p99_seconds) > 0.5',
  for: '5m',
  labels: { severity: 'ticket' },
  annotations: { summary: 'Calls to {{ $labels.instance }} wait for half a second and more.' },
}

const panel = { width: 8, height: 8, perRow: 3 }

/** deploy/monitoring/dashboard.json: one panel a metric, for Grafana's import. */
export function dashboard() {
  const datasource = { type: 'prometheus', uid: '$datasource' }
  return {
    uid: 'restante',
    title: 'Restante',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels: names.map((name, index) => {
      const metric: Metric = metricTable[name]
      return {
        id: index + 1,
        type: 'timeseries',
        title: metric.help.replace(/\.$/, ''),
        datasource,
        gridPos: {
          w: panel.width,
          h: panel.height,
          x: (index % panel.perRow) * panel.width,
          y: Math.floor(index / panel.perRow) * panel.height,
        },
        fieldConfig: { defaults: { unit: metric.unit }, overrides: [] },
        targets: [{ refId: 'A', datasource, expr: query(name), legendFormat: legend(name) }],
      }
    }),
  }
}

/** Sums counters of instances; each instance numbers its own workers. */
function query(name: MetricName): string {
  const { type, across = 'max' }: Metric = metricTable[name]
  const labels = legendLabels(name)
  const by = (more: readonly string[] = []) => {
    const all = [...labels, ...more]
    return all.length > 0 ? ` by (${all.join(', ')})` : ''
  }
  if (type === 'counter') return `sum${by()} (rate(${fullName(name)}[5m]))`
  if (type === 'histogram')
    return `histogram_quantile(0.95, sum${by(['le'])} (rate(${fullName(name)}_bucket[5m])))`
  // The timestamps of Grafana are in milliseconds.
  if (metricTable[name].unit === 'dateTimeFromNow') return `max${by()} (${fullName(name)}) * 1000`
  return `${across}${by()} (${fullName(name)})`
}

function legendLabels(name: MetricName): string[] {
  const labels = labelsOf(name)
  return labels.includes('worker') ? ['instance', ...labels] : labels
}

function legend(name: MetricName): string {
  return legendLabels(name)
    .map((label) => `{{${label}}}`)
    .join(' ')
}
