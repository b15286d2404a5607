import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const file = new URL('./notes.json', import.meta.url)

/** Notes for translators, by what the ids of the texts begin with. */
export const notes = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))

/** The note for a text: that of its longest beginning. */
export function noteOf(id: string): string | undefined {
  const [longest] = Object.keys(notes)
    .filter((beginning) => id.startsWith(beginning))
    .sort((a, b) => b.length - a.length)
  return longest === undefined ? undefined : notes[longest]
}
