import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { percentile } from './figures.ts'
import { type Measured, startRestante } from './processes.ts'

const password = 'correct horse battery staple'
const atOnce = 16
const rounds = 50

/** Measures how long a person with so many files waits for a page of their list, and for their totals. */
export async function benchPortal(server: Measured, files: number): Promise<void> {
  const base = `http://127.0.0.1:${server.port}/api`
  const token = await signUp(base)
  const headers = { authorization: `Bearer ${token}` }
  let next = 0
  async function send() {
    while (next < files) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(10)]), `Prüfbericht ${next++} Αθήνα.pdf`)
      const response = await fetch(`${base}/files/upload`, { method: 'POST', headers, body: form })
      await response.arrayBuffer()
      if (response.status !== 201) throw new Error(`the upload answered ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  const calls = {
    'first page': '/files/user/files',
    'last page by name': `/files/user/files?sort=name&page=${Math.ceil(files / 20)}`,
    search: `/files/user/files?search=${encodeURIComponent('ΑΘΗΝΑ')}`,
    'search without a hit': `/files/user/files?search=${encodeURIComponent('nothing')}`,
    totals: '/users/stats',
  }
  console.log(`a portal with ${files} files`)
  for (const [name, path] of Object.entries(calls)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      const response = await fetch(base + path, { headers })
      await response.arrayBuffer()
      times.push(performance.now() - started)
    }
    console.log(
      `  ${name.padEnd(20)}  median ${percentile(times, 0.5).toFixed(1)} ms  longest ${percentile(times, 1).toFixed(1)} ms`,
    )
  }
}

async function signUp(base: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'portal', email: 'portal@example.org', password })
  await fetch(`${base}/auth/register`, { method: 'POST', headers, body })
  const response = await fetch(`${base}/auth/login`, { method: 'POST', headers, body })
  return z.object({ token: z.string() }).parse(await response.json()).token
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  const folder = await mkdtemp(join(tmpdir(), 'restante-bench-'))
  const server = await startRestante(folder)
  try {
    await benchPortal(server, values.quick ? 500 : 5000)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
