import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import * as z from 'zod'
import { errors } from '#contract/errors.ts'
import { options } from '#server/config/options.ts'
import { documents, findCommands } from '#tests/support/documents.ts'
import { choiceText, settingText } from '#web/features/admin/settings/setting-text.ts'
import { drawJourneys } from '../../scripts/drawings/journeys.ts'
import { drawLayers } from '../../scripts/drawings/layers.ts'
import { commands } from '../../src/cli/commands.ts'

const texts = documents.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Names in capitals that are no options: of other programs, of tests, and codes of failures. */
const otherNames = /^(?:THOROUGH|UPPER_CASE|KEY|SYSTEM_ERROR|MALLOC_\w+)$/

test('every link between documents leads somewhere', () => {
  const dead = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)(#[\w-]+)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target) && !existsSync(join(dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  )
  assert.deepEqual(dead, [])
})

test('every file of the project that a document names is there', () => {
  const missing = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w/.-])(?:src|tests|docs|deploy|scripts)\/[\w./*-]*\w/g)]
      .map(([path]) => path)
      // `tag` stands for a language, and decisions go by their number.
      .filter((path) => !/\btag\.\w+$/.test(path) && globSync([path, `${path}*`]).length === 0)
      .map((path) => `${file}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every source file that a document names by the end of its path is there', () => {
  const files = globSync([
    'src/**/*.{ts,tsx,css}',
    'tests/**/*.ts',
    'scripts/**/*.ts',
    'integrations/**/*.ts',
  ]).map((file) => `/${file}`)
  const missing = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w/.*-])[\w-]+(?:\/[\w.-]+)*\.(?:tsx?|css)(?![\w-])/g)]
      .map(([path]) => path)
      // `tag` stands for a language.
      .filter((path) => !/\btag\.\w+$/.test(path) && !files.some((known) => known.endsWith(`/${path}`)))
      .map((path) => `${file}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every option and every command that a document names exists', () => {
  const scripts = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts
  const unknown = texts.flatMap(({ file, text }) => [
    ...[...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !isOption(name) && !(name in errors) && !otherNames.test(name))
      .map((name) => `${file}: ${name}`),
    ...[...text.matchAll(/`restante ([a-z][a-z-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !commands.some((command) => command.name === name))
      .map((name) => `${file}: restante ${name}`),
    ...[...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts))
      .map((name) => `${file}: npm run ${name}`),
  ])
  assert.deepEqual(unknown, [])
})

/** Whether a name is that of an option, or of the file that a secret may be given as. */
function isOption(name: string): boolean {
  const files = Object.entries(options).flatMap(([option, read]) =>
    'fromFile' in read ? [`${option}_FILE`] : [],
  )
  return name in options || name === 'NAME_FILE' || files.includes(name)
}

test('README and guides have no command for Compose that docs/containers.md does not have, where a test runs it', () => {
  const commands = findCommands().filter(({ command }) => /^(docker|git) /.test(command))
  const plain = ({ command }: { command: string }) => command.replace(/\s+#.*$/, '')
  const run = new Set(commands.filter(({ file }) => file === 'docs/containers.md').map(plain))
  for (const one of commands) assert.ok(run.has(plain(one)), `${one.file}: ${one.command}`)
})

test('the pictures of README and guides are small', () => {
  for (const file of globSync('docs/pictures/*')) assert.ok(statSync(file).size < 60_000, file)
})

test('the drawings of the architecture are those of its table of rooms', () => {
  assert.equal(readFileSync('docs/pictures/layers.svg', 'utf8'), drawLayers(), 'run npm run docs')
  assert.equal(readFileSync('docs/pictures/journeys.svg', 'utf8'), drawJourneys(), 'run npm run docs')
})

test('every setting has its words in the admin area, and every choice of one', () => {
  const settings = Object.entries(options).filter(([, option]) => 'setting' in option)
  assert.deepEqual(Object.keys(settingText).toSorted(), settings.map(([name]) => name).toSorted())
  const choices = settings.flatMap(([, { read }]) => ('choices' in read ? read.choices : []))
  assert.deepEqual(
    choices.filter((choice) => !(choice in choiceText)),
    [],
  )
})

test('the bill of materials names every package that server and web app are made of', () => {
  const bill = z
    .object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.object({ name: z.string() })) })
    .parse(
      JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 2 ** 26 })),
    )
  const names = new Set(bill.components.map(({ name }) => name))
  const { dependencies, devDependencies } = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  assert.deepEqual(
    Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !names.has(name)),
    [],
  )
})
