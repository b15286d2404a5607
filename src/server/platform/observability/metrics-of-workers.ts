import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import * as z from 'zod/mini'

/** How long a worker waits for its parent, which waits 5 s for each of the others, in milliseconds. */
const answerLimitMs = 6_000

const question = 'metrics of all workers'
const answerSchema = z.object({ metricsOfAll: z.string() })

/** Lets this process, the parent, tell a worker that asks what all of them have counted. */
export function answerWorkers(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', (worker, message) => {
    if (message !== question) return
    registry.clusterMetrics().then(
      (metricsOfAll) => worker.isConnected() && worker.send({ metricsOfAll }),
      () => {},
    )
  })
}

/**
 * Writes what the processes of this instance have counted.
 * @param registry counts of this process, which are all there is while it has no parent, or the parent does not answer
 */
export function metricsOfAll(registry: Registry): () => Promise<string> {
  const { worker } = cluster
  if (!worker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  // Answers the parent when it asks for the counts of this worker.
  new AggregatorRegistry()
  return async () => (await askParent(worker)) ?? (await registry.metrics())
}

function askParent(worker: Worker): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(resolve, answerLimitMs, undefined).unref()
  function take(message: unknown) {
    const answer = answerSchema.safeParse(message)
    if (answer.success) resolve(answer.data.metricsOfAll)
  }
  worker.on('message', take)
  worker.send(question)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', take)
  })
}
