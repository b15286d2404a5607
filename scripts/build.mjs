// Builds the web app, then starts the server once and stops it, so that Node keeps what it compiles: with that it starts
// faster, and without a compiler of TypeScript in memory.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { serverFlags } from './server-flags.ts'

execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
  stdio: 'inherit',
})
const data = mkdtempSync(join(tmpdir(), 'restante-build-'))
// What is compiled holds for these flags only.
const server = spawn(process.execPath, [...serverFlags, 'src/server/main.ts'], {
  env: {
    NODE_COMPILE_CACHE: resolve('dist/compiled'),
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: '0',
    // More than one, so that their parent is compiled, too.
    WORKERS: '2',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
server.stdout.on('data', (output) => String(output).includes('is listening') && server.kill('SIGTERM'))
const [code] = await once(server, 'exit')
rmSync(data, { recursive: true, force: true })
if (code !== 0) throw new Error('the server did not start')
