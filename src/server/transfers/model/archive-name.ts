import { safeFileName } from '#contract/transfers/file-name.ts'

/**
 * What the ZIP of several files is called: as their sender calls them, or by the day.
 * @param at milliseconds since 1970
 */
export function archiveName(title: string | undefined, at: number): string {
  const called = title?.replace(/\.zip$/i, '')
  return safeFileName(`${called || `Restante ${new Date(at).toISOString().slice(0, 10)}`}.zip`)
}
