import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { alarmNames } from './alarms.ts'
import type { Meter } from './meter.ts'
import { fullName, labelsOf, type MetricName, metricTable } from './metric-table.ts'

/** Seconds, from a call that only looks something up to an upload over a slow line. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600, 3600]

/** Counts in the format of Prometheus (prometheus.io/docs/instrumenting/exposition_formats), of this process alone. */
export function openPrometheusMeter(): Meter {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const own = (name: MetricName) => ({
    name: fullName(name),
    help: metricTable[name].help,
    labelNames: labelsOf(name),
    registers,
  })
  const counter = (name: MetricName) => new Counter(own(name))
  const gauge = (name: MetricName) => new Gauge(own(name))

  const calls = counter('http_requests_total')
  const durations = new Histogram({ ...own('http_request_duration_seconds'), buckets })
  const running = gauge('http_requests_running')
  const refusals = counter('refusals_total')
  const uploads = counter('uploads_total')
  const uploadBytes = counter('upload_bytes_total')
  const downloads = counter('downloads_total')
  const downloadBytes = counter('download_bytes_total')
  const liveFiles = gauge('live_files')
  const storedBytes = gauge('stored_bytes')
  const users = gauge('users')
  const activeSessions = gauge('active_sessions')
  const queues = gauge('queue_length')
  const freeSpace = gauge('storage_free_bytes')
  const checks = gauge('up')
  const damagedBlobs = gauge('damaged_blobs')
  const alarms = gauge('alarm')
  const maintenance = gauge('maintenance')
  const lastBackup = gauge('last_backup_timestamp_seconds')

  return {
    began({ method, route }) {
      running.inc({ method, route })
    },
    answered({ method, route, status, seconds, code }) {
      calls.inc({ method, route, status })
      running.dec({ method, route })
      durations.observe({ method, route }, seconds)
      if (code !== undefined) refusals.inc({ code })
    },
    uploaded(bytes) {
      uploads.inc()
      uploadBytes.inc(bytes)
    },
    downloaded(bytes) {
      downloads.inc()
      downloadBytes.inc(bytes)
    },
    async write(state) {
      liveFiles.set(state.liveFiles)
      storedBytes.set(state.storedBytes)
      users.set(state.users)
      activeSessions.set(state.activeSessions)
      for (const [queue, length] of Object.entries(state.queues)) queues.set({ queue }, length)
      if (state.freeSpace !== undefined) freeSpace.set(state.freeSpace)
      for (const [check, works] of Object.entries(state.checks)) checks.set({ check }, works ? 1 : 0)
      damagedBlobs.set(state.damagedBlobs)
      for (const name of alarmNames) alarms.set({ name }, state.alarms.includes(name) ? 1 : 0)
      maintenance.set(state.maintenance ? 1 : 0)
      lastBackup.set((state.lastBackup ?? 0) / 1000)
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
