/** The name of a time zone as it was given, where `Intl` knows it by that; undefined for any other text. */
export function knownTimeZone(name: string | undefined): string | undefined {
  // Offsets such as +01:00 pass Intl as well, and do not follow summer time.
  if (!name || !/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    return undefined
  }
}
