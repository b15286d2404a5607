import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { groupFiles } from './group-files.ts'

/**
 * `node run-grouped.ts ARGUMENT... -- FILE...` runs test files in the processes of `groupFiles`. Prints what a process has said
 * once it ends, and ends with 1 if one failed. The arguments are Node's.
 */
const separator = process.argv.indexOf('--')
const options = process.argv.slice(2, separator)
const waiting = groupFiles(process.argv.slice(separator + 1))

/** One more than processors: some tests wait for mails and timers. */
const atATime = 3

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    waiting.length = 0
    for (const child of running) child.kill(signal)
    process.exitCode = 128 + constants.signals[signal]
  })

const summaries: Buffer[] = []
for (let n = 0; n < atATime; n++) startNext()
process.on('exit', () => process.stderr.write(Buffer.concat(summaries)))

function startNext(): void {
  const files = waiting.shift()
  if (!files) return
  const started = Date.now()
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', ...options, ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => summaries.push(chunk))
  child.on('close', (code) => {
    running.delete(child)
    process.stdout.write(Buffer.concat(said))
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(`── ${files[0]} and ${files.length - 1} more: ${seconds} s`)
    if (code !== 0) process.exitCode ||= 1
    startNext()
  })
}
