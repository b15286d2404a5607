import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { alarmNames } from './alarms.ts'
import type { Meter } from './meter.ts'

/** Seconds, from a call that only looks something up to an upload over a slow line. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600, 3600]

/** Counts in the format of Prometheus (prometheus.io/docs/instrumenting/exposition_formats), of this process alone. */
export function openPrometheusMeter(): Meter {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const calls = new Counter({
    name: 'restante_http_requests_total',
    help: 'Calls answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'restante_http_request_duration_seconds',
    help: 'From the head of a call to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `restante_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `restante_${name}`, help, labelNames, registers })

  const running = gauge(
    'http_requests_running',
    'Calls under way: transfers for the most part.',
    'method',
    'route',
  )
  const refusals = counter('refusals_total', 'Calls refused or failed, by code.', 'code')
  const uploads = counter('uploads_total', 'Transfers that became a file.')
  const uploadBytes = counter('upload_bytes_total', 'Bytes of files that were uploaded.')
  const downloads = counter('downloads_total', 'Answers with a file, or a part of one.')
  const downloadBytes = counter('download_bytes_total', 'Bytes of files that went out.')
  const liveFiles = gauge('live_files', 'Files that can be had.')
  const storedBytes = gauge('stored_bytes', 'Bytes of the files that can be had.')
  const users = gauge('users', 'Accounts.')
  const activeSessions = gauge('active_sessions', 'Sessions that have not ended.')
  const queues = gauge('queue_length', 'What waits to be done.', 'queue')
  const freeSpace = gauge('storage_free_bytes', 'Bytes that may still be stored.')
  const checks = gauge('up', 'Whether something that the service needs works: 1 or 0.', 'check')
  const damagedBlobs = gauge('damaged_blobs', 'Stored blobs found missing or altered.')
  const alarms = gauge('alarm', 'Whether an alarm is on: 1 or 0.', 'name')
  const maintenance = gauge('maintenance', 'Whether the service is under maintenance: 1 or 0.')
  const lastBackup = gauge(
    'last_backup_timestamp_seconds',
    'When the latest complete backup was begun, in seconds since 1970; 0 while there is none.',
  )

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
