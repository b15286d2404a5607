import { globSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The wall clock of a process of its own, which may be shifted while that runs: with libfaketime (package `faketime`).
 * Timers go on as they did, as when someone sets the clock of a machine.
 */
export async function createShiftedClock(folder: string, name = 'clock') {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
  if (library === undefined)
    throw new Error('libfaketime is missing. tests/real-services/run.sh installs it.')
  const file = join(folder, name)
  /** @param offset such as +1d, -60 or +12m */
  async function set(offset: string): Promise<void> {
    await writeFile(`${file}.new`, `${offset}\n`)
    await rename(`${file}.new`, file)
  }
  await set('+0')
  return {
    set,
    /** Variables that the process is started with. */
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  }
}
