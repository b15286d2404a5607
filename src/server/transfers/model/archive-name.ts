import { safeFileName } from '#contract/transfers/file-name.ts'

/**
 * Name of the ZIP of several files: the title that the sender gave them, or the day.
 * @param at milliseconds since 1970
 */
export function archiveName(title: string | undefined, at: number): string {
  const called = title?.replace(/\.zip$/i, '')
  return safeFileName(`${called || `Restante ${new Date(at).toISOString().slice(0, 10)}`}.zip`)
}
