import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as z from 'zod'
import { startScript } from '../support/server/child-processes.ts'
import { freePort, startServerProcess } from '../support/server/server-process.ts'

const run = promisify(execFile)
const nginx = '/usr/sbin/nginx'

/** A server under measurement. `pids` are all its processes. */
export type Measured = { port: number; pids(): Promise<number[]>; stop(): Promise<void> }

/**
 * @param environment further options of the server
 * @param sources where they lie, if they are to be started instead of what the build makes of them
 */
export async function startRestante(
  folder: string,
  environment: Record<string, string> = {},
  sources?: string,
): Promise<Measured> {
  const server = await startServerProcess(
    folder,
    {
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      PASSWORD_COST: 'full',
      ...environment,
    },
    sources,
  )
  const { pid } = server.child
  if (pid === undefined) throw new Error(server.output())
  return {
    port: Number(new URL(server.baseUrl).port),
    pids: () => withChildren(pid),
    async stop() {
      server.child.kill('SIGTERM')
      await server.exited
    },
  }
}

/** A plain web server on the same file system: nginx, or a few lines of Node that write a body to a file. */
export async function startReference(folder: string): Promise<Measured & { name: string }> {
  if (!existsSync(nginx)) {
    const plain = await startBeside(folder, (port) => [
      process.execPath,
      program('reference/raw-to-disk.ts'),
      folder,
      port,
    ])
    return { name: 'a raw-to-disk Node server', ...plain }
  }
  await mkdir(join(folder, 'temp'), { recursive: true })
  for (const path of [folder, join(folder, 'temp')]) await chmod(path, 0o777)
  const configuration = join(folder, 'nginx.conf')
  const started = await startBeside(folder, async (port) => {
    await writeFile(configuration, nginxConfiguration(folder, port))
    return [nginx, '-c', configuration, '-e', join(folder, 'error.log')]
  })
  return { name: 'nginx', ...started }
}

/** The least that Node must do to keep content in this format: see reference/bare-pipeline.ts. */
export function startBarePipeline(folder: string): Promise<Measured> {
  return startBeside(folder, (port) => [startScript, program('reference/bare-pipeline.ts'), folder, port])
}

function program(name: string): string {
  return new URL(name, import.meta.url).pathname
}

/**
 * Starts another server on a port of its own, and resolves when it answers.
 * @throws Error for one that does not start, or ends before: what it says of that comes on standard error
 */
export async function startBeside(
  folder: string,
  commandOf: (port: string) => readonly string[] | Promise<readonly string[]>,
): Promise<Measured> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const [command = '', ...words] = await commandOf(String(port))
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  const early = exited.then(([code, signal]) => {
    throw new Error(`${[command, ...words].join(' ')} ended at its start: ${signal ?? `exit code ${code}`}`)
  })
  const { pid } = child
  if (pid === undefined) return early
  const answers = () => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
  while (!(await Promise.race([answers(), early]))) await pause(20)
  // It may end from now on.
  early.catch(() => {})
  return {
    port,
    pids: () => withChildren(pid),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function withChildren(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

function nginxConfiguration(folder: string, port: string): string {
  return `daemon off; worker_processes 2; pid ${folder}/nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}
error_log ${folder}/error.log crit;
events {}
http {
  access_log off; client_max_body_size 0; client_body_buffer_size 1m; client_body_temp_path ${folder}/temp;
  proxy_temp_path ${folder}/temp; fastcgi_temp_path ${folder}/temp; uwsgi_temp_path ${folder}/temp; scgi_temp_path ${folder}/temp;
  server { listen 127.0.0.1:${port}; root ${folder}; location / { dav_methods PUT; sendfile on; } }
}`
}

export type Figures = { seconds: number; cpu: number; peak: number; answer: string }

/** Runs a job of client.ts against a server: seconds, the server's CPU seconds and its peak memory in bytes. */
export async function measure(server: Measured, job: string, ...args: (string | number)[]): Promise<Figures> {
  const pids = await server.pids()
  for (const pid of pids) await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
  const before = await cpuSeconds(pids)
  const client = new URL('client.ts', import.meta.url).pathname
  const { stdout } = await run(process.execPath, [client, job, String(server.port), ...args.map(String)])
  const after = await cpuSeconds(pids)
  const { seconds, answer } = z.object({ seconds: z.number(), answer: z.string() }).parse(JSON.parse(stdout))
  return { seconds, answer, cpu: after - before, peak: await peakMemory(pids) }
}

/** CPU and memory of a server since its start, and the seconds that the start took. */
export async function measureStart(server: Measured, seconds: number): Promise<Figures> {
  const pids = await server.pids()
  return { seconds, answer: '', cpu: await cpuSeconds(pids), peak: await peakMemory(pids) }
}

/** Processor time of the threads that processes have now, in seconds. Unlike /proc/PID/stat it counts nanoseconds. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  let nanoseconds = 0
  for (const pid of pids)
    for (const thread of await readdir(`/proc/${pid}/task`)) {
      const [running] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ')
      nanoseconds += Number(running)
    }
  return nanoseconds / 1e9
}

async function peakMemory(pids: readonly number[]): Promise<number> {
  let sum = 0
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    sum += Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024
  }
  return sum
}
