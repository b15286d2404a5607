import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { asJson } from './catalogs.ts'

const program = fileURLToPath(new URL('./texts.ts', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'texts-'))
const pages = 'src/web/i18n'
const mails = 'src/server/messaging/mail/texts'
after(() => rmSync(project, { recursive: true }))

type Ran = { readonly code: number; readonly output: string }

/** Runs the command in a project that has these texts, and those of English. */
async function run(args: readonly string[]): Promise<Ran> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: project })
    return { code: 0, output: stdout }
  } catch (error) {
    assert.ok(error instanceof Error && 'code' in error && 'stderr' in error)
    return { code: Number(error.code), output: String(error.stderr) }
  }
}

function write(path: string, content: string | Record<string, string>): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  const text = typeof content === 'string' ? content : asJson(content)
  writeFileSync(join(project, path), text)
}

function read(path: string): string {
  return readFileSync(join(project, path), 'utf8')
}

/** Every file of the project with what is in it. */
function snapshot(): [string, string][] {
  const files = readdirSync(join(project, 'src'), { recursive: true, withFileTypes: true })
  return files
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')])
}

/** A project with three texts in English, and two of them in Polish. */
function begin(): void {
  rmSync(join(project, 'src'), { recursive: true, force: true })
  write(`${pages}/en.json`, {
    'home.files': '{count, plural, one {# file} other {# files}}',
    'home.title': 'Send <b>files</b> & "more" to {name}',
  })
  write(`${mails}/en.json`, { stop: 'Stop emails' })
  write(`${pages}/pl.json`, { 'home.title': 'Wyślij\u00a0<b>pliki</b> do {name}' })
  write(`${mails}/pl.json`, { stop: 'Nie wysyłaj' })
  write(`${pages}/states/pl.json`, { '*': 'draft', 'mails/stop': 'read' })
}

/** The exported file, with the first text that fits put in place of another. */
async function exported(...changes: readonly (readonly [string | RegExp, string])[]): Promise<string> {
  assert.deepEqual(await run(['export', 'xliff', 'pl', 'pl.xlf']), { code: 0, output: 'pl.xlf\n' })
  let text = read('pl.xlf')
  for (const [from, to] of changes) {
    const changed = text.replace(from, () => to)
    assert.notEqual(changed, text, String(from))
    text = changed
  }
  write('pl.xlf', text)
  return text
}

const filesInEnglish = '<source>{count, plural, one {# file} other {# files}}</source>\n'
function filesInPolish(icu: string): readonly [string, string] {
  return [filesInEnglish, `${filesInEnglish}<target state="final">${icu}</target>\n`]
}
const fourForms = '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}'

test('status says how many texts each language has, and how far they are', async () => {
  begin()
  const { output } = await run(['status'])
  assert.deepEqual(
    output
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/).join(' ')),
    ['language pages mails missing draft read agreed', 'en 2 1 0 0 0 3', 'pl 1 1 1 1 1 0'],
  )
})

test('an export has every text with its English, its state, its note, and the plurals of the language', async () => {
  begin()
  const xliff = await exported()
  assert.match(xliff, /target-language="pl"/)
  assert.match(xliff, /into Polish\..* one, few, many, other;/)
  assert.ok(
    xliff.includes(
      '<trans-unit id="home.title" approved="no" xml:space="preserve">\n<source>Send &lt;b&gt;files&lt;/b&gt; &amp; &quot;more&quot; to {name}</source>\n<target state="needs-review-translation">Wyślij\u00a0&lt;b&gt;pliki&lt;/b&gt; do {name}</target>\n<note>Start page',
    ),
    xliff,
  )
  assert.ok(xliff.includes('<target state="translated">Nie wysyłaj</target>'))
  assert.ok(xliff.includes(`${filesInEnglish}<note>`), 'a text that is not translated has no target')
})

test('what is imported as it was exported changes nothing', async () => {
  begin()
  const before = snapshot()
  await exported()
  const { output } = await run(['import', 'pl.xlf'])
  assert.equal(output, 'pl: 2 texts, 0 changed, 0 more with another state\n')
  assert.deepEqual(snapshot(), before)
})

test('the catalogs of the project are written as they stand', async () => {
  for (const folder of [pages, mails])
    cpSync(folder, join(project, folder), { recursive: true, filter: (name) => !name.endsWith('.ts') })
  const before = snapshot()
  for (const name of readdirSync(mails).filter((name) => name !== 'en.json')) {
    const language = name.replace('.json', '')
    await run(['export', 'xliff', language])
    const { output } = await run(['import', `dist/texts/${language}.xlf`])
    assert.match(output, /: \d{4} texts, 0 changed, 0 more/)
  }
  assert.deepEqual(snapshot(), before)
})

test('texts come back with their states, also from tools that mark sentences and write XML in their own way', async () => {
  begin()
  await exported(filesInPolish(fourForms), [
    '<target state="translated">Nie wysyłaj</target>',
    '<target state="signed-off"><mrk mtype="seg">Nie wysy&#322;aj</mrk></target>',
  ])
  const { code, output } = await run(['import', 'pl.xlf'])
  assert.deepEqual([code, output], [0, 'pl: 3 texts, 1 changed, 1 more with another state\n'])
  assert.equal(
    read(`${pages}/pl.json`),
    `{\n  "home.files": "${fourForms}",\n  "home.title": "Wyślij\\u00a0<b>pliki</b> do {name}"\n}\n`,
  )
  assert.deepEqual(JSON.parse(read(`${pages}/states/pl.json`)), {
    '*': 'agreed',
    'pages/home.title': 'draft',
  })
})

test('a language that has no texts yet begins with those of a file', async () => {
  begin()
  assert.equal((await run(['export', 'xliff', 'nl', 'nl.xlf'])).code, 0)
  const unit = '<source>Stop emails</source>\n'
  write('nl.xlf', read('nl.xlf').replace(unit, `${unit}<target>Geen e-mails meer</target>`))
  rmSync(join(project, pages, 'states'), { recursive: true })
  assert.deepEqual(await run(['import', 'nl.xlf']), {
    code: 0,
    output: 'nl: 1 texts, 1 changed, 0 more with another state\n',
  })
  assert.equal(read(`${mails}/nl.json`), '{\n  "stop": "Geen e-mails meer"\n}\n')
  assert.deepEqual(JSON.parse(read(`${pages}/states/nl.json`)), { '*': 'draft' })
})

test('a language in which all is agreed has no file of states', async () => {
  begin()
  await exported(
    ['needs-review-translation', 'final'],
    [
      /approved="no"(.*)\n<source>Stop emails<\/source>\n<target state="translated"/,
      'approved="yes">\n<source>Stop emails</source>\n<target',
    ],
  )
  assert.equal((await run(['import', 'pl.xlf'])).code, 0)
  assert.throws(() => read(`${pages}/states/pl.json`), { code: 'ENOENT' })
})

test('a translation of English that has changed since is a draft', async () => {
  begin()
  await exported(['state="translated"', 'state="final"'])
  write(`${mails}/en.json`, { stop: 'Stop all emails' })
  const { output } = await run(['import', 'pl.xlf'])
  assert.match(output, /1 of older English are drafts/)
  assert.deepEqual(JSON.parse(read(`${pages}/states/pl.json`)), { '*': 'draft' })
})

for (const [what, change, problem] of [
  ['another value', ['do {name}', 'do {nam}'], 'pages/home.title takes {nam}, and the English takes {name}'],
  [
    'too few plurals',
    filesInPolish('{count, plural, one {# plik} other {# pliki}}'),
    'pages/home.files has the plurals one, other, and pl needs one, few, many, other',
  ],
  ['a brace too many', ['do {name}', 'do {name'], 'pages/home.title is no message: '],
  ['a tag less', ['&lt;b&gt;pliki&lt;/b&gt;', 'pliki'], 'pages/home.title has the tags nothing'],
  ['a text that is none', ['id="stop"', 'id="stopped"'], 'mails/stopped is no text any more'],
] as const)
  test(`a file with ${what} is refused whole, and the text is named`, async () => {
    begin()
    const before = snapshot()
    await exported(change, ['Nie wysyłaj', 'Coś innego'])
    const { code, output } = await run(['import', 'pl.xlf'])
    assert.equal(code, 1)
    assert.ok(output.startsWith(problem), output)
    assert.deepEqual(snapshot(), before)
  })

for (const [what, change, problem] of [
  ['cut off', [/<note>Start[\s\S]*/, ''], /does not end/],
  [
    'with entities of its own',
    ['<xliff', '<!DOCTYPE x [<!ENTITY a "b">]><xliff'],
    /line 2: the file is no XML/,
  ],
  ['with an element in a text', ['Nie wysyłaj', '<x id="1"/>'], /mails\/stop has a <x>/],
  ['of another version', ['version="1.2"', 'version="2.1"'], /not XLIFF 1\.2/],
  ['into English', [/target-language="pl"/, 'target-language="en"'], /one language|translated from/],
] as const)
  test(`a file ${what} is refused`, async () => {
    begin()
    const before = snapshot()
    await exported(change)
    const { code, output } = await run(['import', 'pl.xlf'])
    assert.equal(code, 1)
    assert.match(output, problem)
    assert.deepEqual(snapshot(), before)
  })

test('what is no language, and no command, is answered with a sentence', async () => {
  begin()
  assert.match((await run(['export', 'xliff', '../pl'])).output, /no language/)
  assert.match((await run(['export', 'xliff', 'en'])).output, /translated from, not into/)
  assert.match((await run(['ship'])).output, /npm run texts -- status/)
})
