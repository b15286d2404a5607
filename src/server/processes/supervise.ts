import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/config.ts'
import { createLog } from '../platform/observability/log.ts'
import { answerWorkers } from '../platform/observability/metrics-of-workers.ts'
import { type Greeting, greet, greeting } from './greet.ts'

/**
 * Starts the workers of this instance. This process opens neither the database nor a file: it holds the port, on which the
 * workers accept, and ends after them. When one dies, the others finish their transfers and the instance ends with 1: the
 * service manager starts it again. Resolves when all listen, or one has ended.
 */
export async function supervise(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL)
  let isUp = false
  let isStopping = false

  function stop() {
    isStopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
  // Workers accept by themselves: what this process handed to one that dies meanwhile would never be closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // Messages that keep NaN, which metrics hold.
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../main.ts', import.meta.url)),
    args: ['worker'],
    serialization: 'advanced',
  })
  cluster.on('exit', ({ id }, code, signal) => {
    if (!isStopping || (code !== 0 && signal !== 'SIGTERM')) process.exitCode = 1
    if (isStopping) return
    // One that refuses to start has said why.
    if (isUp)
      log.fatal({ worker: id, code, signal }, 'a worker died: this instance ends, to be started again')
    stop()
  })
  answerWorkers()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)

  // The first starts alone: it makes tables and keys where there are none.
  const first = await started(cluster.fork())
  isUp = true
  const others = Array.from({ length: isStopping ? 0 : config.workers - 1 }, () => cluster.fork())
  await Promise.all(others.map(started))
  if (!isStopping && first) greet(first)
}

/** Resolves with what a worker says when it listens, or with undefined when it has ended. */
function started(worker: Worker): Promise<Greeting | undefined> {
  const { promise, resolve } = Promise.withResolvers<Greeting | undefined>()
  worker.on('exit', () => resolve(undefined))
  worker.on('message', (message) => {
    const said = greeting.safeParse(message)
    if (said.success) resolve(said.data)
  })
  return promise
}
