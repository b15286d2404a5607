import cluster, { type Worker } from 'node:cluster'
import { setTimeout as startTimer } from 'node:timers'
import { fileURLToPath } from 'node:url'
import { type Config, StartRefused } from '../config/config.ts'
import { createLog } from '../platform/observability/log.ts'
import { countWorkers, type ListeningWorker } from './count-workers.ts'
import { greet } from './greet.ts'
import { sendTo, toParent } from './messages.ts'
import { stopLimitMs } from './stop-limit.ts'

/** Workers that may die in a row, each within `youngMs` milliseconds of its start, before none is started again. */
const maxDeaths = 5
const youngMs = 60_000
/** The pause before the second replacement; the first comes at once, each later one after twice as long. */
const firstPauseMs = 500
/** How much longer than a worker takes at most it is waited for at the end. */
const patienceMs = 5_000

/** Seat of a worker, which another takes over when it dies. */
type Place = {
  readonly number: number
  worker: Worker | undefined
  isListening: boolean
  /** Why the last one could not start. */
  refusal: string | undefined
  /** When the last one was started, by performance.now(). */
  startedAt: number
  /** How many have died young in a row. */
  deaths: number
}

type End = { readonly code: number | null; readonly signal: string | null }

/**
 * Starts the workers of this instance, replaces those that die, and has one of them run the jobs. This process opens neither
 * the database nor a file: it holds the port, on which the workers accept, and ends after them. Resolves when all listen.
 * @throws StartRefused when the first cannot start
 */
export async function supervise(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL)
  const places = Array.from({ length: config.workers }, (_, index) => newPlace(index + 1))
  const [first, ...others] = places
  if (!first) throw new TypeError('an instance has a worker at least')
  const counts = countWorkers(() => listeningOf(places))
  /** Whether the first has started: then the others may, and those that die are replaced. */
  let isUp = false
  let isStopping = false
  let isFailing = false
  let jobsWorker: Worker | undefined

  function handOutJobs() {
    const workers = listeningOf(places).map(({ worker }) => worker)
    if (jobsWorker && workers.includes(jobsWorker)) return
    jobsWorker = workers[0]
    if (jobsWorker) sendTo(jobsWorker, { kind: 'run jobs' })
  }
  function listen(place: Place, worker: Worker) {
    place.isListening = true
    if (isFailing) sendTo(worker, { kind: 'fail' })
    handOutJobs()
  }
  function giveUp({ number }: Place) {
    log.fatal(
      { worker: number },
      `a worker died ${maxDeaths} times in a row, each within a minute, and is not started again: /ready answers 503 until this server is restarted`,
    )
    isFailing = true
    for (const { worker } of listeningOf(places)) sendTo(worker, { kind: 'fail' })
    if (places.every(isGivenUp)) process.exitCode = 1
  }
  function bury(place: Place, { code, signal }: End) {
    const diedYoung = performance.now() - place.startedAt < youngMs
    place.deaths = diedYoung ? place.deaths + 1 : 1
    log.error({ worker: place.number, code, signal, reason: place.refusal }, 'a worker died')
    handOutJobs()
    if (isGivenUp(place)) return giveUp(place)
    const pause = place.deaths === 1 ? 0 : firstPauseMs * 2 ** (place.deaths - 2)
    startTimer(() => void startIn(place), pause)
  }
  /** Resolves when the worker listens or has ended. */
  async function startIn(place: Place): Promise<void> {
    if (isStopping) return
    const settled = Promise.withResolvers<void>()
    function end(how: End) {
      place.worker = undefined
      place.isListening = false
      settled.resolve()
      if (isStopping) noteEnd(how)
      else if (isUp) bury(place, how)
    }
    /** The system may have processes and memory again soon. */
    function noteFailure(error: unknown) {
      place.refusal = error instanceof Error ? error.message : String(error)
      end({ code: null, signal: null })
    }
    let worker: Worker
    try {
      worker = fork(place)
    } catch (error) {
      noteFailure(error)
      return
    }
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) noteFailure(error)
      else log.error({ err: error, worker: place.number }, 'a worker cannot be reached')
    })
    worker.on('message', (received) => {
      const message = toParent.parse(received)
      if (message.kind === 'refused') place.refusal = message.reason
      else if (message.kind === 'counted') counts.answered(message.id, message.counts)
      else if (message.kind === 'count processes') void answerCounts(worker, message.id)
      else {
        listen(place, worker)
        settled.resolve()
      }
    })
    worker.on('exit', (code, signal) => {
      counts.died(worker)
      end({ code, signal })
    })
    return settled.promise
  }
  async function answerCounts(worker: Worker, id: number): Promise<void> {
    sendTo(worker, { kind: 'counted processes', id, counts: await counts.all() })
  }
  function signalAll(signal: NodeJS.Signals) {
    for (const { worker } of places) worker?.process.kill(signal)
  }
  function stop() {
    if (isStopping) return
    isStopping = true
    signalAll('SIGTERM')
    startTimer(() => signalAll('SIGKILL'), stopLimitMs(config) + patienceMs).unref()
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  await startIn(first)
  if (isStopping) return
  if (!first.isListening)
    throw new StartRefused(first.refusal ?? 'The first worker ended before it listened; it has said why.')
  isUp = true
  await Promise.all(others.map(startIn))
  if (!isStopping) greet(config)
}

function newPlace(number: number): Place {
  return { number, worker: undefined, isListening: false, refusal: undefined, startedAt: 0, deaths: 0 }
}

function isGivenUp({ deaths }: Place): boolean {
  return deaths >= maxDeaths
}

function listeningOf(places: readonly Place[]): ListeningWorker[] {
  return places.flatMap(({ number, worker, isListening }) =>
    worker && isListening ? [{ number, worker }] : [],
  )
}

/** A worker is this program with the flags of this process and its number as the last word, which also names it in a list of processes. */
function fork(place: Place): Worker {
  // Workers accept by themselves: what this process handed to one that dies meanwhile would never be closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../main.ts', import.meta.url)),
    args: ['worker', String(place.number)],
    serialization: 'advanced',
  })
  place.refusal = undefined
  place.startedAt = performance.now()
  place.worker = cluster.fork()
  return place.worker
}

/** Records an exit that was not in order. A worker that had not started has nothing to end. */
function noteEnd({ code, signal }: End): void {
  if (code !== 0 && signal !== 'SIGTERM') process.exitCode = 1
}
