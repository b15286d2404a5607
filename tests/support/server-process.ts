import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { serverFlags } from '../../scripts/server-flags.ts'
import { childEnvironment } from './child-environment.ts'

/** A free port, a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Starts the server as people do, as a process of its own, and resolves when it answers. */
export async function startServerProcess(dataDir: string, environment: Record<string, string> = {}) {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...serverFlags, 'src/server/main.ts'], {
    env: {
      ...childEnvironment(),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: baseUrl,
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (output.includes('is listening')) resolve()
    })
  })
  await Promise.race([ready, exited])
  return { baseUrl, child, exited, output: () => output }
}
