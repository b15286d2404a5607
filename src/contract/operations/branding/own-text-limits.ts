import { type Language, languages } from '../../languages.ts'

/** Pages whose text an operator may write. */
export const ownTextPages = ['terms', 'privacy'] as const
export type OwnTextPage = (typeof ownTextPages)[number]

/**
 * Numbers and characters at most. `shownVersions`: published versions that visitors can read. `bytes`: of the JSON of a whole
 * text, in which a character takes up to six, as programs write it that escape all but ASCII.
 */
export const ownTextLimits = {
  sections: 50,
  title: 120,
  text: 20_000,
  note: 500,
  whole: 200_000,
  bytes: 2 * 1024 * 1024,
  shownVersions: 10,
} as const

/** Bytes of a file of settings at most: two own texts, and all groups with as many domains and claims as each may have. */
export const settingsFileBytes = 8 * 1024 * 1024

/** Orders versions such as `2.1` by their numbers: below 0 when `one` comes first. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((text) => text.split('.').map(Number))
  for (let at = 0; at < 3; at += 1) {
    const difference = (ones?.[at] ?? 0) - (others?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The language whose part is shown: that one, or else the first that there is. */
export function languageIn<Part>(
  parts: Readonly<Partial<Record<Language, readonly Part[]>>>,
  language: Language,
): Language | undefined {
  return [language, ...languages].find((one) => (parts[one]?.length ?? 0) > 0)
}
