import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { childEnvironment, programs, sources, startScript } from './child-processes.ts'

/**
 * A port that was free a moment ago. It lies below those that systems hand out by themselves, so that none of the servers
 * that ask for any port gets it in between.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await once(server.close(), 'close')
    return port
  }
}

/**
 * Starts the server as people do, as a process of its own, and resolves when it answers. Only that hashing a password costs
 * little and that it is one process, unless `environment` says otherwise.
 * @param folder of the sources, if not these
 * @param hostname of this machine, by which browsers reach it
 */
export async function startServerProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  folder?: string,
  hostname = '127.0.0.1',
) {
  for (;;) {
    const port = await freePort()
    const server = await startAt(port, dataDir, environment, folder, hostname)
    // Another test may have taken the same one.
    if (!new RegExp(`EADDRINUSE.* 127\\.0\\.0\\.1:${port}`).test(server.output())) return server
  }
}

async function startAt(
  port: number,
  dataDir: string,
  environment: Record<string, string>,
  folder: string | undefined,
  hostname: string,
) {
  const baseUrl = `http://${hostname}:${port}`
  const { server } = folder === undefined ? programs : sources
  const child = spawn(startScript, [server], {
    cwd: folder,
    env: {
      ...childEnvironment(),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: baseUrl,
      DATA_DIR: dataDir,
      PASSWORD_COST: 'low',
      WORKERS: '1',
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
