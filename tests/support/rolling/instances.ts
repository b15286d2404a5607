import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, startServerProcess } from '#tests/support/server/server-process.ts'
import type { FailedTry } from './caller.ts'

/** How long after a disturbance requests may begin that fail for it, in milliseconds: the proxy finds out by them. */
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
      wasDisturbed: (begun: number, ended: number) =>
        disturbances.some(({ from, to }) => ended >= from && begun <= to),
      output: () => output + server.output(),
      /** As when its machine loses power, and comes back after `away` milliseconds. */
      kill: (away: number) =>
        disturb(async () => {
          server.child.kill('SIGKILL')
          await server.exited
          await pause(away)
          await restart()
        }),
      /** As when its machine stands still for `still` milliseconds. */
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
    /** Whether one of these upstreams, as the proxy names them, was disturbed while a request was under way. */
    wasDisturbed: ({ upstream, from, to }: FailedTry) =>
      instances.some(({ port, wasDisturbed }) => upstream.includes(`:${port}`) && wasDisturbed(from, to)),
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
