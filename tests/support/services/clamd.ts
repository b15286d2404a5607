import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { openClamdScanner } from '#server/platform/scanner/clamd/clamd-scanner.ts'
import type { Scanner } from '#server/platform/scanner/scanner.ts'
import { until } from '../transfers/transfers.ts'
import { realClamd } from './real-services.ts'

/** Bytes that clamd takes and reads at once, in the tests that start one of their own. */
const clamdLimit = 25 * 1024 * 1024

/** The scanner of the server, without the server. */
export function openTestScanner(address: { path: string } | { host: string; port: number }): Scanner {
  const log = pino({ level: 'silent' })
  return openClamdScanner({ address, windowSize: clamdLimit, clock: { now: Date.now }, log })
}

/**
 * Starts a separate clamd, to stop and to kill, with the signatures of the real one and further lines of configuration. Gone
 * when the test has ended.
 */
export async function startClamd(...lines: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'restante-clamd-'))
  const { database } = realClamd()
  for (const name of await readdir(database)) await copyFile(join(database, name), join(folder, name))
  const path = join(folder, 'clamd.sock')
  const configuration = join(folder, 'clamd.conf')
  // clamd takes the first of two values for one setting.
  const settings = [
    ...lines,
    `DatabaseDirectory ${folder}`,
    `LocalSocket ${path}`,
    `TemporaryDirectory ${folder}`,
    'Foreground yes',
    'StreamMaxLength 25M',
    'MaxFileSize 25M',
    'MaxScanSize 100M',
  ]
  await writeFile(configuration, `${settings.join('\n')}\n`)
  const child = spawn('clamd', ['-c', configuration], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const scanner = openTestScanner({ path })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`)
    return scanner.check().then(
      () => true,
      () => false,
    )
  })
  return {
    scanner,
    url: `unix:${path}`,
    /** Stops it in its tracks, as an overloaded machine does. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
