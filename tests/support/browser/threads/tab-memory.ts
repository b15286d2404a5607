import { readdir, readFile } from 'node:fs/promises'

const interval = 500

/**
 * Watches the memory of a browser's tabs on Linux: of the renderer that has most of it, in bytes, what it shares with others
 * counted by its share.
 * @param folder profile of the browser, by which its first process is found
 */
export function watchTabMemory(folder: string) {
  let most = 0
  async function look(): Promise<void> {
    const processes = await runningProcesses()
    const first = processes.find(
      ({ command }) => command.includes(`--user-data-dir=${folder}`) && !command.includes('--type='),
    )
    if (!first) return
    const family = new Set([first.id])
    // Numbers of processes turn, so that children may stand before their parents.
    for (let size = 0; size < family.size; ) {
      size = family.size
      for (const { id, parent } of processes) if (family.has(parent)) family.add(id)
    }
    for (const { id, command } of processes)
      if (family.has(id) && command.includes('--type=renderer')) most = Math.max(most, await memoryOf(id))
  }
  const timer = setInterval(() => void look().catch(() => {}), interval)
  return {
    most: () => most,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

async function runningProcesses(): Promise<{ id: number; parent: number; command: string }[]> {
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0)
  const found = await Promise.all(
    ids.map(async (id) => {
      try {
        const [status, command] = await Promise.all([
          readFile(`/proc/${id}/status`, 'utf8'),
          readFile(`/proc/${id}/cmdline`, 'utf8'),
        ])
        return [{ id, parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]), command }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    }),
  )
  return found.flat()
}

async function memoryOf(id: number): Promise<number> {
  const shares = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(shares)?.[1] ?? 0) * 1024
}
