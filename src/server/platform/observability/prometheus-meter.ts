import cluster from 'node:cluster'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { alarmNames } from './alarms.ts'
import type { Meter } from './meter.ts'
import { fullName, labelsOf, type MetricName, metricTable, watchedSeries } from './metric-table.ts'
import { metricsOfAll } from './metrics-of-workers.ts'

/** Seconds, from a call that only looks something up to an upload over a slow line. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600, 3600]

/** Counts in the format of Prometheus (prometheus.io/docs/instrumenting/exposition_formats). */
export function openPrometheusMeter(): Meter {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const describe = (name: MetricName, registers: Registry[]) => ({
    name: fullName(name),
    help: metricTable[name].help,
    labelNames: labelsOf(name),
    registers,
  })
  const own = (name: MetricName) => describe(name, [registry])
  const counter = (name: MetricName) => {
    const made = new Counter(own(name))
    for (const labels of watchedSeries(name)) made.inc(labels, 0)
    return made
  }

  const calls = counter('http_requests_total')
  const durations = new Histogram({ ...own('http_request_duration_seconds'), buckets })
  const running = new Gauge(own('http_requests_running'))
  const refusals = counter('refusals_total')
  const uploads = counter('uploads_total')
  const uploadBytes = counter('upload_bytes_total')
  const receivedBytes = counter('received_bytes_total')
  const downloads = counter('downloads_total')
  const downloadBytes = counter('download_bytes_total')
  const worker = { worker: cluster.worker?.id ?? 1 }
  const workerCalls = counter('worker_requests_total')
  new Gauge({
    ...own('worker_memory_bytes'),
    collect() {
      this.set(worker, process.memoryUsage.rss())
    },
  })
  // All workers together are their sum.
  new Gauge(own('workers')).set(1)

  // Metrics that are the same in every process, written by the one that is asked.
  const state = new Registry()
  const gauge = (name: MetricName) => new Gauge(describe(name, [state]))
  const liveFiles = gauge('live_files')
  const storedBytes = gauge('stored_bytes')
  const users = gauge('users')
  const activeSessions = gauge('active_sessions')
  const queues = gauge('queue_length')
  const removalDelay = gauge('removal_delay_seconds')
  const freeSpace = gauge('storage_free_bytes')
  const checks = gauge('up')
  const damagedBlobs = gauge('damaged_blobs')
  const alarms = gauge('alarm')
  const retention = gauge('retention_exceeded')
  const maintenance = gauge('maintenance')
  const lastBackup = gauge('last_backup_timestamp_seconds')
  const writeCounts = metricsOfAll(registry)

  return {
    began({ method, route }) {
      running.inc({ method, route })
    },
    answered({ method, route, status, seconds, code }) {
      calls.inc({ method, route, status })
      workerCalls.inc(worker)
      running.dec({ method, route })
      durations.observe({ method, route }, seconds)
      if (code !== undefined) refusals.inc({ code })
    },
    received(bytes) {
      receivedBytes.inc(bytes)
    },
    uploaded(bytes) {
      uploads.inc()
      uploadBytes.inc(bytes)
    },
    downloaded(bytes) {
      downloads.inc()
      downloadBytes.inc(bytes)
    },
    async write(now) {
      liveFiles.set(now.liveFiles)
      storedBytes.set(now.storedBytes)
      users.set(now.users)
      activeSessions.set(now.activeSessions)
      for (const [queue, length] of Object.entries(now.queues)) queues.set({ queue }, length)
      removalDelay.set(now.removalDelay / 1000)
      // Leaves out the sample, so that an unknown or unlimited space does not look like a full disk.
      if (now.freeSpace === undefined) freeSpace.remove()
      else freeSpace.set(now.freeSpace)
      for (const [check, works] of Object.entries(now.checks)) checks.set({ check }, works ? 1 : 0)
      damagedBlobs.set(now.damagedBlobs)
      for (const name of alarmNames) alarms.set({ name }, now.alarms.includes(name) ? 1 : 0)
      for (const { kind, exceeded } of now.retention) retention.set({ kind }, exceeded ? 1 : 0)
      maintenance.set(now.maintenance ? 1 : 0)
      lastBackup.set((now.lastBackup ?? 0) / 1000)
      const texts = [await writeCounts(), await state.metrics()]
      return { contentType: registry.contentType, text: texts.join('\n') }
    },
  }
}
