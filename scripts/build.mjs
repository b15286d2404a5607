// Builds the web app, then starts the server once and stops it, so that Node keeps what it compiles: with that it starts
// faster, and without a compiler of TypeScript in memory.
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { serverFlags } from './server-flags.ts'

execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
  stdio: 'inherit',
})
const data = mkdtempSync(join(tmpdir(), 'restante-build-'))
const token = randomUUID()
// What is compiled holds for these flags only.
const server = spawn(process.execPath, [...serverFlags, 'src/server/main.ts'], {
  env: {
    NODE_COMPILE_CACHE: resolve('dist/compiled'),
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: '0',
    // What else there are of processes and threads is compiled, too: a parent of workers, and the thread that reads for metrics.
    WORKERS: '2',
    METRICS_TOKEN: token,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let output = ''
server.stdout.on('data', async (data) => {
  output += data
  const [, address] = /Server listening at (http:[^"]+)/.exec(output) ?? []
  if (address === undefined || !output.includes('is listening')) return
  server.stdout.removeAllListeners('data').resume()
  const metrics = await fetch(`${address}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
  if (!metrics.ok) throw new Error(`the metrics answered ${metrics.status}`)
  await metrics.text()
  server.kill('SIGTERM')
})
const [code] = await once(server, 'exit')
rmSync(data, { recursive: true, force: true })
if (code !== 0) throw new Error('the server did not start')
