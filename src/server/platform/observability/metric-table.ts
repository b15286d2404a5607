/** A condition that operators want to hear of; `when` is PromQL, where METRIC stands for the metric's name. */
type Alert = {
  readonly name: string
  readonly when: string
  /** How long it has to hold, as Prometheus writes durations. */
  readonly for: string
  readonly severity: 'page' | 'ticket'
  readonly summary: string
}

export type Metric = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels?: readonly string[]
  /** As Grafana names it. */
  readonly unit: 'short' | 'bytes' | 'Bps' | 'reqps' | 's' | 'bool' | 'dateTimeFromNow'
  /**
   * How a gauge of several instances is combined: `max` if all read the same from one database, or the highest is the worst.
   */
  readonly across?: 'max' | 'min' | 'sum'
  readonly alerts?: readonly Alert[]
}

/**
 * Every metric of our own once: the meter registers it, and deploy/monitoring is made from it by `npm run docs`.
 * Names have the prefix restante_.
 */
export const metricTable = {
  http_requests_total: {
    type: 'counter',
    help: 'Calls answered.',
    labels: ['method', 'route', 'status'],
    unit: 'reqps',
  },
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the head of a call to the end of its answer.',
    labels: ['method', 'route'],
    unit: 's',
  },
  http_requests_running: {
    type: 'gauge',
    help: 'Calls in progress, most of them transfers.',
    labels: ['method', 'route'],
    unit: 'short',
    across: 'sum',
  },
  refusals_total: {
    type: 'counter',
    help: 'Calls refused or failed, by code.',
    labels: ['code'],
    unit: 'reqps',
    alerts: [
      {
        name: 'RestanteInternalErrors',
        when: 'sum(rate(METRIC{code="INTERNAL_ERROR"}[5m])) > 0',
        for: '1m',
        severity: 'page',
        summary: 'Calls fail for reasons of the server; the log has them.',
      },
      {
        name: 'RestanteUploadsRefused',
        when: 'sum(rate(METRIC{code=~"STORAGE_FULL|SCANNER_UNAVAILABLE"}[5m])) > 0',
        for: '5m',
        severity: 'page',
        summary: 'Uploads are refused because the storage is full or the virus scanner is away.',
      },
    ],
  },
  uploads_total: { type: 'counter', help: 'Completed uploads.', unit: 'reqps' },
  upload_bytes_total: { type: 'counter', help: 'Bytes of completed uploads.', unit: 'Bps' },
  received_bytes_total: {
    type: 'counter',
    help: 'Bytes of files as they arrive, whatever becomes of their upload.',
    unit: 'Bps',
  },
  downloads_total: { type: 'counter', help: 'Answers with a file, or a part of one.', unit: 'reqps' },
  download_bytes_total: { type: 'counter', help: 'Bytes of files sent to recipients.', unit: 'Bps' },
  live_files: { type: 'gauge', help: 'Files that can be downloaded.', unit: 'short' },
  stored_bytes: { type: 'gauge', help: 'Bytes of the files that can be downloaded.', unit: 'bytes' },
  users: { type: 'gauge', help: 'Accounts.', unit: 'short' },
  active_sessions: { type: 'gauge', help: 'Sessions that have not ended.', unit: 'short' },
  queue_length: {
    type: 'gauge',
    help: 'Work waiting to be done.',
    labels: ['queue'],
    unit: 'short',
    alerts: [
      {
        name: 'RestanteEventsStuck',
        when: 'max(METRIC{queue="events"}) > 0',
        for: '10m',
        severity: 'ticket',
        summary: 'Events are not handled; the log says which.',
      },
      {
        name: 'RestanteMailStuck',
        when: 'max(min_over_time(METRIC{queue="mail"}[1h])) > 0',
        for: '10m',
        severity: 'ticket',
        summary: 'Emails have been waiting for an hour; the log says why.',
      },
    ],
  },
  removal_delay_seconds: {
    type: 'gauge',
    help: 'For how long content of an ended transfer has been waiting to be deleted; 0 while none waits.',
    unit: 's',
    alerts: [
      {
        name: 'RestanteSweepStuck',
        when: 'max(METRIC) > 3600',
        for: '10m',
        severity: 'ticket',
        summary: 'Content of ended transfers has not been deleted for an hour.',
      },
    ],
  },
  storage_free_bytes: {
    type: 'gauge',
    help: 'Bytes that can still be stored.',
    unit: 'bytes',
    across: 'min',
    alerts: [
      {
        name: 'RestanteStorageLow',
        when: 'min(METRIC) < 86400 * sum(rate(restante_upload_bytes_total[1d]))',
        for: '10m',
        severity: 'page',
        summary: "Less than a day's uploads can still be stored.",
      },
    ],
  },
  up: {
    type: 'gauge',
    help: 'Whether a service that this one depends on works: 1 or 0.',
    labels: ['check'],
    unit: 'bool',
    across: 'min',
    alerts: [
      {
        name: 'RestanteDependencyDown',
        when: 'METRIC == 0',
        for: '2m',
        severity: 'page',
        summary: 'The {{ $labels.check }} of {{ $labels.instance }} does not work.',
      },
    ],
  },
  damaged_blobs: {
    type: 'gauge',
    help: 'Stored blobs found missing or altered.',
    unit: 'short',
    alerts: [
      {
        name: 'RestanteDamagedBlobs',
        when: 'max(METRIC) > 0',
        for: '1m',
        severity: 'page',
        summary: 'Stored content is damaged; `restante scrub` names it.',
      },
    ],
  },
  retention_exceeded: {
    type: 'gauge',
    help: 'Whether data of a kind is kept for longer than the privacy page promises: 1 or 0.',
    labels: ['kind'],
    unit: 'bool',
    alerts: [
      {
        name: 'RestanteRetentionExceeded',
        when: 'max by (kind) (METRIC) == 1',
        for: '30m',
        severity: 'ticket',
        summary: 'Data is kept for longer than promised ({{ $labels.kind }}): see whether the jobs run.',
      },
    ],
  },
  alarm: {
    type: 'gauge',
    help: 'Whether an alarm is on: 1 or 0.',
    labels: ['name'],
    unit: 'bool',
    alerts: [
      {
        name: 'RestanteAlarm',
        when: 'max by (name) (METRIC) == 1',
        for: '1m',
        severity: 'page',
        summary: 'The alarm {{ $labels.name }} is on; docs/operations.md says what to do.',
      },
    ],
  },
  workers: { type: 'gauge', help: 'Processes that serve.', unit: 'short', across: 'sum' },
  worker_requests_total: {
    type: 'counter',
    help: 'Calls answered, by worker.',
    labels: ['worker'],
    unit: 'reqps',
  },
  worker_memory_bytes: { type: 'gauge', help: 'Memory of each worker.', labels: ['worker'], unit: 'bytes' },
  maintenance: { type: 'gauge', help: 'Whether the service is under maintenance: 1 or 0.', unit: 'bool' },
  last_backup_timestamp_seconds: {
    type: 'gauge',
    help: 'When the latest complete backup was begun, in seconds since 1970; 0 while there is none.',
    unit: 'dateTimeFromNow',
    alerts: [
      {
        name: 'RestanteBackupTooOld',
        when: 'time() - max(METRIC) > 2 * 86400',
        for: '10m',
        severity: 'ticket',
        summary: 'The latest complete backup is more than two days old, or there is none.',
      },
    ],
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metricTable

/** The name that Prometheus sees. */
export function fullName(name: MetricName): string {
  return `restante_${name}`
}

export function labelsOf(name: MetricName): string[] {
  const metric: Metric = metricTable[name]
  return [...(metric.labels ?? [])]
}

/** Labels of one series. */
type Series = Readonly<Record<string, string>>

/**
 * The series of a counter that alerts ask for by a label, which have to be there from the start: a counter that appears at 1
 * has not increased.
 * @throws Error for a selector that is no list of values, of which no series can be made
 */
export function watchedSeries(name: MetricName): Series[] {
  const metric: Metric = metricTable[name]
  return (metric.alerts ?? []).flatMap(({ when }) =>
    [...when.matchAll(/METRIC\{([^}]*)\}/g)].flatMap(([, selector = '']) => {
      const [, label, values] = /^(\w+)=~?"([\w|]+)"$/.exec(selector) ?? []
      if (label === undefined || values === undefined) throw new Error(`no list of values: ${selector}`)
      return values.split('|').map((value) => ({ [label]: value }))
    }),
  )
}
