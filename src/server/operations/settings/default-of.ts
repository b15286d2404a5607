import { options } from '#server/config/options.ts'

/** The text that an option has where nothing sets it; null where there is none. */
export function defaultOf(name: string): string | null {
  return Object.entries(options).find(([option]) => option === name)?.[1].default ?? null
}
