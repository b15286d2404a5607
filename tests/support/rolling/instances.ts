import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, startServerProcess } from '#tests/support/server/server-process.ts'

/** How long after a disturbance requests may still fail for it, in milliseconds: those that had begun before. */
const aftermath = 5_000

/** Several instances of one service, each with its own port and data folder, and when each of them was disturbed. */
export async function startInstances(
  count: number,
  folder: string,
  environment: Readonly<Record<string, string>>,
) {
  const instances = await Promise.all(
    Array.from({ length: count }, async (_, index) => startInstance(await freePort(), index)),
  )

  async function startInstance(port: number, index: number) {
    const dataDir = join(folder, `instance-${index}`)
    await mkdir(dataDir)
    const launch = (program?: string) =>
      startServerProcess(dataDir, { ...environment, PORT: String(port) }, program)
    let server = await launch()
    let output = ''
    const disturbances: { from: number; to: number }[] = []
    /** Disturbs the instance, and resolves when it takes requests again. */
    async function disturb(act: () => Promise<void>): Promise<void> {
      const disturbance = { from: performance.now(), to: Number.POSITIVE_INFINITY }
      disturbances.push(disturbance)
      await act()
      while (!(await isReady(port))) await pause(50)
      disturbance.to = performance.now() + aftermath
    }
    async function restart(program?: string): Promise<void> {
      output += server.output()
      server = await launch(program)
      assert.match(server.output(), /is listening/)
    }
    return {
      port,
      disturbances: () => disturbances.length,
      wasDisturbedAt: (time: number) => disturbances.some(({ from, to }) => time >= from && time <= to),
      output: () => output + server.output(),
      /** As when its machine loses power, and comes back after so many milliseconds. */
      kill: (away: number) =>
        disturb(async () => {
          server.child.kill('SIGKILL')
          await server.exited
          await pause(away)
          await restart()
        }),
      /** As when its machine stands still for so many milliseconds. */
      stop: (still: number) =>
        disturb(async () => {
          server.child.kill('SIGSTOP')
          await pause(still)
          server.child.kill('SIGCONT')
        }),
      /** As an operator replaces it: it drains, ends and comes back as another release. */
      roll: (program: string | undefined) =>
        disturb(async () => {
          server.child.kill('SIGTERM')
          assert.deepEqual(await server.exited, { code: 0, signal: null }, server.output().slice(-2000))
          await restart(program)
        }),
      async close() {
        server.child.kill('SIGCONT')
        server.child.kill('SIGKILL')
        await server.exited
      },
    }
  }

  return {
    instances,
    ports: instances.map(({ port }) => port),
    /** Whether one of these upstreams, as the proxy names them, was disturbed at that time. */
    wasDisturbed: (upstream: string, time: number) =>
      instances.some(({ port, wasDisturbedAt }) => upstream.includes(`:${port}`) && wasDisturbedAt(time)),
    async close() {
      for (const instance of instances) await instance.close()
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/ready`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status === 200
    },
    () => false,
  )
}
