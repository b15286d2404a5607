import type { Client } from '#client/create-client.ts'
import { percentile } from '../figures.ts'
import { describeWaits, watchOthers } from './watch-others.ts'

type Call = () => Promise<unknown>

/** Makes a backup, and measures how long others wait for an info call, and for one call after another of all kinds. */
export async function benchBackup(
  admin: Client,
  infoAddress: string,
  calls: Record<string, Call>,
): Promise<void> {
  const started = performance.now()
  const stopWatching = watchOthers(infoAddress)
  const { backup } = await admin.call('createBackup')
  let isRunning = backup.state === 'running'
  const times = new Map<string, number[]>()
  while (isRunning) {
    for (const [what, call] of Object.entries(calls)) {
      const asked = performance.now()
      await call()
      times.set(what, [...(times.get(what) ?? []), performance.now() - asked])
    }
    const { backups } = await admin.call('backups')
    isRunning = backups.some(({ name, state }) => name === backup.name && state === 'running')
  }
  const waits = await stopWatching()
  console.log(`a backup took ${((performance.now() - started) / 1000).toFixed(0)} s; ${describeWaits(waits)}`)
  const longest = [...times].map(([what, all]) => ({ what, time: percentile(all, 1) }))
  for (const { what, time } of longest.toSorted((a, b) => b.time - a.time).slice(0, 5))
    console.log(`  ${what}: ${time.toFixed(1)} ms at most`)
}
