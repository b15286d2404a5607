import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { backupFolder, backupName } from '#server/operations/backup/backup-layout.ts'
import { serveMetrics } from '#server/operations/metrics/serve-metrics.ts'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { breakDownload } from '#tests/support/browser/pages/broken-download.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { beginUpload } from '#tests/support/transfers/begin-upload.ts'
import { codeOf, until, upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 3_600_000
const token = 'a token of the metrics'
const withToken = { METRICS_TOKEN: token }

async function readMetrics({ baseUrl }: TestServer): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  return answer.text()
}

/** The value of a sample, such as `restante_uploads_total` or `restante_up{check="mail"}`. */
function sampleOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

forEachDatabase('the metrics', ({ place }) => {
  test('count uploads, downloads, their bytes, calls and refusals by code', async () => {
    await using server = await startServer({ ...(await place()), environment: withToken })
    const atFirst = await readMetrics(server)
    // What an alert waits for is there before it happens: otherwise its first time would be no increase.
    for (const code of ['INTERNAL_ERROR', 'STORAGE_FULL', 'SCANNER_UNAVAILABLE'])
      assert.equal(sampleOf(atFirst, `restante_refusals_total{code="${code}"}`), 0)
    const file = await upload(server.baseUrl, new Uint8Array(3_000))
    await upload(server.baseUrl, new Uint8Array(500))
    const url = `${server.baseUrl}/api/download/${file.id}/file`
    await (await fetch(url)).arrayBuffer()
    await (await fetch(url, { headers: { range: 'bytes=0-99' } })).arrayBuffer()
    await server.client.call('fileInfo', { params: { id: file.id } })
    for (let time = 0; time < 3; time += 1) await fetch(`${server.baseUrl}/api/files/info/${'A'.repeat(22)}`)
    await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', body: new FormData() })
    await until(async () => sampleOf(await readMetrics(server), 'restante_downloads_total') === 2)
    const text = await readMetrics(server)
    assert.equal(sampleOf(text, 'restante_uploads_total'), 2)
    assert.equal(sampleOf(text, 'restante_upload_bytes_total'), 3_500)
    assert.equal(sampleOf(text, 'restante_received_bytes_total'), 3_500)
    assert.equal(sampleOf(text, 'restante_download_bytes_total'), 3_100)
    assert.equal(sampleOf(text, 'restante_refusals_total{code="FILE_NOT_FOUND"}'), 3)
    const info = 'method="GET",route="/api/files/info/:id"'
    assert.equal(sampleOf(text, `restante_http_requests_total{${info},status="200"}`), 1)
    assert.equal(sampleOf(text, `restante_http_requests_total{${info},status="404"}`), 3)
    assert.equal(sampleOf(text, `restante_http_request_duration_seconds_count{${info}}`), 4)
    const sent = 'method="GET",route="/api/download/:id/file"'
    assert.equal(sampleOf(text, `restante_http_requests_total{${sent},status="206"}`), 1)
    assert.ok(!text.includes(file.id))
  })

  test('tell what there is, what waits and what works', async () => {
    await using server = await startServer({ ...(await place()), environment: withToken })
    const admin = await signUpAdmin(server)
    await signUp(server)
    await upload(server.baseUrl, new Uint8Array(3_000))
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': '9',
      'upload-metadata': `filename ${btoa('a')}`,
    }
    await fetch(`${server.baseUrl}/api/files/resumable`, { method: 'POST', headers })
    const text = await readMetrics(server)
    for (const [sample, value] of [
      ['restante_live_files', 1],
      ['restante_stored_bytes', 3_000],
      ['restante_users', 2],
      ['restante_active_sessions', 2],
      ['restante_queue_length{queue="unfinished_uploads"}', 1],
      ['restante_queue_length{queue="blobs_to_remove"}', 0],
      ['restante_up{check="database"}', 1],
      ['restante_up{check="storage"}', 1],
      ['restante_up{check="scanner"}', 1],
      ['restante_maintenance', 0],
    ] as const) {
      assert.equal(sampleOf(text, sample), value, sample)
    }
    assert.ok((sampleOf(text, 'restante_storage_free_bytes') ?? 0) > 0)
    assert.ok(sampleOf(text, 'nodejs_eventloop_lag_seconds') !== undefined)
    await admin.client.call('enableMaintenance', { body: {} })
    assert.equal(sampleOf(await readMetrics(server), 'restante_maintenance'), 1)
  })

  test('say nothing of free space where there is no limit, or nobody can tell', async ({ mock }) => {
    await using server = await startServer({ ...(await place()), environment: withToken })
    const sample = 'restante_storage_free_bytes'
    assert.ok((sampleOf(await readMetrics(server), sample) ?? 0) > 0)
    const { FREE_SPACE_KEPT } = server.services.config
    mock.method(server.services.blobs.default, 'freeSpace', async () => FREE_SPACE_KEPT + 5_000)
    assert.equal(sampleOf(await readMetrics(server), sample), 5_000)
    mock.method(server.services.blobs.default, 'freeSpace', async () => Number.POSITIVE_INFINITY)
    assert.equal(sampleOf(await readMetrics(server), sample), undefined)
  })

  test('tell for how long content of an ended transfer waits to be deleted', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { ...withToken, ...keepInStore } })
    const { services, clock } = server
    const read = async () => sampleOf(await readMetrics(server), 'restante_removal_delay_seconds')
    const file = await upload(server.baseUrl, new Uint8Array(100))
    assert.equal(await read(), 0)
    clock.advance(HOUR)
    await services.database.updateTable('transfers').set({ expires_at: clock.now() }).execute()
    const stored = join(at.dataDir, 'blobs', 'stored')
    const [name = ''] = (await readdir(stored, { recursive: true })).filter((entry) => entry.includes('/'))
    await rm(join(stored, name))
    await mkdir(join(stored, name))
    const sweep = createSweep(services)
    await sweep()
    clock.advance(2 * HOUR)
    await sweep()
    assert.equal(Math.floor((await read()) ?? 0), 7200)
    // A download that began before the end goes on, and nothing is stuck.
    const end = clock.now() + HOUR
    const running = {
      ticket_hash: randomBytes(32),
      link_id: file.id,
      sealed_key: new Uint8Array(0),
      running: 1,
    }
    const counts = { delivered: '[]', whole: 0, counted: 0 }
    const reservation = { ...running, ...counts, expires_at: end, until: end }
    await services.database.insertInto('reservations').values(reservation).execute()
    assert.equal(await read(), 0)
    await services.database.deleteFrom('reservations').execute()
    await rm(join(stored, name), { recursive: true })
    await sweep()
    assert.equal(await read(), 0)
  })

  test('tell when the latest complete backup was begun, and 0 as long as there is none', async () => {
    await using server = await startServer({ ...(await place()), environment: withToken })
    const admin = await signUpAdmin(server)
    const sample = 'restante_last_backup_timestamp_seconds'
    assert.equal(sampleOf(await readMetrics(server), sample), 0)
    await admin.client.call('createBackup')
    server.clock.advance(60_000)
    const { backup } = await admin.client.call('createBackup')
    // One that was never finished, later than both.
    await mkdir(join(backupFolder(server.services.config), backupName(server.clock.now() + 60_000)))
    assert.equal(sampleOf(await readMetrics(server), sample), Date.parse(backup.createdAt) / 1000)
  })
})

test('an upload that goes on is seen until it ends', async () => {
  await using server = await startServer({ environment: withToken })
  const sample = 'restante_http_requests_running{method="POST",route="/api/files/upload"}'
  const sending = beginUpload(server)
  await sending.write(new Uint8Array(1_000))
  await until(async () => sampleOf(await readMetrics(server), sample) === 1)
  await sending.end(new Uint8Array(1_000))
  await until(async () => sampleOf(await readMetrics(server), sample) === 0)
})

test('a download that breaks off counts what went out', async () => {
  await using server = await startServer({ environment: withToken })
  const file = await upload(server.baseUrl, new Uint8Array(40_000_000))
  await breakDownload(`${server.baseUrl}/api/download/${file.id}/file`, 1_000_000)
  await until(async () => sampleOf(await readMetrics(server), 'restante_downloads_total') === 1)
  const bytes = sampleOf(await readMetrics(server), 'restante_download_bytes_total') ?? 0
  assert.ok(bytes >= 1_000_000 && bytes < 40_000_000, String(bytes))
})

test('the metrics are for anyone who has the token, and nowhere without one', async () => {
  await using server = await startServer({ environment: withToken })
  const admin = await signUpAdmin(server)
  for (const authorization of [undefined, 'Bearer x', `Bearer ${admin.token}`, token]) {
    const answer = await fetch(`${server.baseUrl}/api/metrics`, {
      headers: authorization === undefined ? {} : { authorization },
    })
    assert.equal(await codeOf(answer, 401), 'AUTHENTICATION_REQUIRED')
  }
  await using without = await startServer()
  assert.equal(await codeOf(await fetch(`${without.baseUrl}/api/metrics`), 404), 'NOT_FOUND')
})

test('at an address of their own there are the metrics and nothing else', async () => {
  const port = await freePort()
  await using server = await startServer({ environment: { METRICS_PORT: String(port) } })
  const stop = await serveMetrics(server.services)
  try {
    const base = `http://127.0.0.1:${port}`
    assert.match(await (await fetch(`${base}/metrics`)).text(), /^restante_live_files 0$/m)
    for (const path of ['/', '/api/health', '/metrics/x'])
      assert.equal((await fetch(base + path)).status, 404)
    assert.equal((await fetch(`${base}/metrics`, { method: 'POST' })).status, 404)
  } finally {
    await stop()
  }
})
