import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod/mini'

/** Folders of the texts, from the root of the project. */
const folders = { pages: 'src/web/i18n', mails: 'src/server/messaging/mail/texts' } as const
export const statesFolder = 'src/web/i18n/states'
const places = ['pages', 'mails'] as const
export type Place = (typeof places)[number]

/** The language that all others are translated from. */
export const source = 'en'

/** Stages of a translation: first written, then read by a native speaker, then agreed on by two. */
export const states = ['draft', 'read', 'agreed'] as const
export type State = (typeof states)[number]

/** Messages of a language by their ids, such as `pages/home.title`. */
export type Texts = ReadonlyMap<string, string>

const catalog = z.record(z.string(), z.string())
const stateFile = z.record(z.string(), z.enum(states))

/** Languages that have texts, the source first. */
export function languagesWithTexts(): string[] {
  const found = readdirSync(folders.pages).filter((name) => name.endsWith('.json'))
  const others = found.map((name) => basename(name, '.json')).filter((language) => language !== source)
  return [source, ...others.sort()]
}

/** Texts of a language; those that it lacks are left out. */
export function readTexts(language: string): Texts {
  return new Map(
    places.flatMap((place) =>
      Object.entries(readRecord(catalogFile(place, language), catalog)).map(
        ([key, text]) => [`${place}/${key}`, text] as const,
      ),
    ),
  )
}

/** States of the texts of a language. One that its file does not name has the state of `*`, which is `agreed` without one. */
export function readStates(language: string, texts: Texts): Map<string, State> {
  const known = readRecord(statesFile(language), stateFile)
  const usual = known['*'] ?? 'agreed'
  return new Map([...texts.keys()].map((id) => [id, known[id] ?? usual]))
}

/** Writes texts and states of a language: each file is whole, and the old ones stand until the new ones are all written. */
export function writeLanguage(language: string, texts: Texts, stateOf: ReadonlyMap<string, State>): void {
  const files = places.map((place) => [catalogFile(place, language), catalogIn(place, texts)] as const)
  const named = statesIn(texts, stateOf)
  const written = named ? [...files, [statesFile(language), named] as const] : files
  mkdirSync(statesFolder, { recursive: true })
  for (const [path, record] of written) writeFileSync(`${path}.new`, asJson(record))
  for (const [path] of written) renameSync(`${path}.new`, path)
  if (!named) rmSync(statesFile(language), { force: true })
}

/** The file that a text stands in, in a language. */
export function catalogFile(place: Place, language: string): string {
  return `${folders[place]}/${language}.json`
}

/** @returns undefined for a file that holds no texts of the source */
export function placeOfFile(path: string): Place | undefined {
  return places.find((place) => catalogFile(place, source) === path)
}

export function catalogIn(place: Place, texts: Texts): Record<string, string> {
  const own = [...texts].filter(([id]) => id.startsWith(`${place}/`))
  return Object.fromEntries(own.map(([id, text]) => [id.slice(place.length + 1), text]))
}

/** Sorted by code unit, with escapes for the spaces that cannot be seen. */
export function asJson(record: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  const json = JSON.stringify(Object.fromEntries(sorted), undefined, 2)
  return `${json.replaceAll('\u00a0', '\\u00a0').replaceAll('\u202f', '\\u202f')}\n`
}

/** @returns undefined where all are agreed, which needs no file */
function statesIn(texts: Texts, stateOf: ReadonlyMap<string, State>): Record<string, State> | undefined {
  const all = [...texts.keys()].map((id) => [id, stateOf.get(id) ?? 'draft'] as const)
  const count = (state: State) => all.filter(([, one]) => one === state).length
  const usual = states.reduce((most, state) => (count(state) > count(most) ? state : most))
  if (count('agreed') === all.length) return undefined
  return { '*': usual, ...Object.fromEntries(all.filter(([, state]) => state !== usual)) }
}

function statesFile(language: string): string {
  return `${statesFolder}/${language}.json`
}

function readRecord<Value extends string>(
  path: string,
  schema: z.ZodMiniType<Record<string, Value>>,
): Record<string, Value> {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}
