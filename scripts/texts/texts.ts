import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { asJson, catalogIn, readStates, readTexts, source } from './catalogs.ts'
import { checkLanguage } from './check-translation.ts'
import { importTexts } from './import-texts.ts'
import { noteOf } from './notes.ts'
import { pseudoMessage } from './pseudo.ts'
import { statusTable } from './status.ts'
import { writeXliff } from './xliff/write-xliff.ts'

const usage = `npm run texts -- status                      how many texts each language has, and how far they are
npm run texts -- export xliff LANG [FILE]    a file for translators; dist/texts/LANG.xlf unless named
npm run texts -- import FILE                 takes it back, whole or not at all
npm run texts -- pseudo [FOLDER]             texts in no language, accented and 40 % longer; dist/texts/pseudo unless named`

// Carries texts to translators and back; it works on the folder it is started in.
const { positionals } = parseArgs({ allowPositionals: true })
const [command = '', ...rest] = positionals
try {
  console.log(run())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function run(): string {
  const [first, second, third] = rest
  if (command === 'status' && rest.length === 0) return statusTable()
  if (command === 'export' && first === 'xliff' && second && rest.length < 4)
    return exportXliff(second, third ?? `dist/texts/${second}.xlf`)
  if (command === 'import' && first && rest.length === 1) return importTexts(readFileSync(first, 'utf8'))
  if (command === 'pseudo' && rest.length < 2) return writePseudo(first ?? 'dist/texts/pseudo')
  throw new Error(usage)
}

function exportXliff(language: string, file: string): string {
  checkLanguage(language)
  const texts = readTexts(language)
  const states = readStates(language, texts)
  write(file, writeXliff({ language, english: readTexts(source), texts, states, noteOf }))
  return file
}

function writePseudo(folder: string): string {
  const texts = new Map([...readTexts(source)].map(([id, text]) => [id, pseudoMessage(text)]))
  const files = (['pages', 'mails'] as const).map((place) => {
    write(`${folder}/${place}.json`, asJson(catalogIn(place, texts)))
    return `${folder}/${place}.json`
  })
  return files.join('\n')
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
