/** The languages that Restante speaks, by their BCP 47 tags. Whoever understands none of them gets the first. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]
