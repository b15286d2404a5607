import type { FileVersion } from './folder-files.ts'

/** Milliseconds before a refused file is tried again; every later try waits for the last of them. */
const delays = [2_000, 10_000, 60_000, 5 * 60_000, 30 * 60_000, 60 * 60_000] as const

type Waiting = { file: FileVersion; dueAt: number; refusals: number; isTold: boolean }

/** New files of a watched folder: they wait until they have stopped changing, and after a refusal. */
type WaitingFiles = {
  /** Takes the new files that are there now. @returns those that were found changing, each once */
  take(files: readonly FileVersion[], now: number): FileVersion[]
  /** Files to send now, those that wait longest first. */
  due(now: number): FileVersion[]
  /** Lets a refused file wait. @param least milliseconds that the service asked for @returns milliseconds */
  refuse(file: FileVersion, now: number, least: number): number
  remove(file: FileVersion): void
}

/** @param settle milliseconds for which a file has to stay the same. Times are those of one steady clock. */
export function createWaitingFiles(settle: number): WaitingFiles {
  const waiting = new Map<string, Waiting>()
  return {
    take(files, now) {
      const present = new Set(files.map((file) => file.path))
      for (const path of waiting.keys()) if (!present.has(path)) waiting.delete(path)
      return files.filter((file) => {
        const found = waiting.get(file.path)
        if (found && found.file.size === file.size && found.file.modifiedAt === file.modifiedAt) return false
        waiting.set(file.path, { file, dueAt: now + settle, refusals: 0, isTold: found !== undefined })
        return found?.isTold === false
      })
    },
    due(now) {
      const due = [...waiting.values()].filter(({ dueAt }) => dueAt <= now)
      return due.toSorted((one, other) => one.dueAt - other.dueAt).map(({ file }) => file)
    },
    refuse(file, now, least) {
      const found = waiting.get(file.path)
      const refusals = found?.refusals ?? 0
      const delay = Math.max(delays[Math.min(refusals, delays.length - 1)] ?? 0, least)
      if (found) Object.assign(found, { dueAt: now + delay, refusals: refusals + 1 })
      return delay
    },
    remove(file) {
      waiting.delete(file.path)
    },
  }
}
