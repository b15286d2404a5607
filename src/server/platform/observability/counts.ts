import * as z from 'zod'

/** Counts of one process, in prom-client's form. */
export const countsSchema = z.array(
  z.looseObject({
    name: z.string(),
    type: z.string(),
    aggregator: z.string(),
    values: z.array(
      z.looseObject({
        value: z.union([z.number(), z.nan()]),
        labels: z.record(z.string(), z.union([z.string(), z.number()])),
        metricName: z.string().optional(),
      }),
    ),
  }),
)

export type Counts = z.output<typeof countsSchema>
type Sample = Counts[number]['values'][number]

/** Counts of the processes of an instance. */
export const processCountsSchema = z.object({
  /** Counts of running processes, by worker number. */
  running: z.array(z.object({ worker: z.int(), counts: countsSchema })),
  /** Counts of ended processes; see addLasting. */
  ended: countsSchema,
  /** How many workers have died. */
  deaths: z.int(),
})

export type ProcessCounts = z.output<typeof processCountsSchema>

/**
 * Adds what only rises of a process that has ended to what others before it had counted: a total that fell would look
 * as if all of it had started anew.
 */
export function addLasting(ended: Counts, more: Counts): Counts {
  const sums = new Map(ended.map((metric) => [metric.name, metric]))
  for (const metric of more) {
    if (metric.type !== 'counter' && metric.type !== 'histogram') continue
    const before = sums.get(metric.name)?.values ?? []
    sums.set(metric.name, { ...metric, values: addSamples([...before, ...metric.values]) })
  }
  return [...sums.values()]
}

function addSamples(samples: readonly Sample[]): Sample[] {
  const sums = new Map<string, Sample>()
  for (const sample of samples) {
    const key = JSON.stringify([sample.metricName, Object.entries(sample.labels).toSorted()])
    sums.set(key, { ...sample, value: sample.value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()]
}

/** The sum of a metric over all its labels. */
export function totalOf(counts: Counts, name: string): number {
  const samples = counts.find((metric) => metric.name === name)?.values ?? []
  return samples.reduce((total, { value }) => total + value, 0)
}
