import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import * as z from 'zod'
import { fileInfo, uploadReply } from '../../src/contract/transfers/files.ts'
import { typeText } from './type-text.ts'

const folder = 'dist/packages/types'
const entry = 'src/client/transfers/index.ts'

/** Sources whose declarations the package has. */
const sources = [
  'transfers/index',
  'transfers/send',
  'transfers/receive',
  'transfers/named-host',
  'api-error',
]

/** Schemas of the contract whose types those name. */
const schemas = { UploadReply: uploadReply, FileInfo: fileInfo }

/**
 * Declarations of the package for programs and pages, by the names of their files: those of its sources, and the types of the
 * contract written out, so that they need no schema library.
 */
export function clientTypes(): Record<string, string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const configuration = join(folder, 'tsconfig.json')
  const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true }
  const places = { rootDir: resolve('src'), outDir: resolve(folder) }
  writeFileSync(
    configuration,
    JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: { ...compilerOptions, ...places },
      include: [],
      files: [resolve(entry)],
    }),
  )
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', configuration], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const texts = sources.map((source): [string, string] => [
    `${basename(source)}.d.ts`,
    withPlainImports(readFileSync(join(folder, 'client', `${source}.d.ts`), 'utf8')),
  ])
  return { ...Object.fromEntries(texts), 'contract.d.ts': contractTypes() }
}

/** All files lie in one folder, and those of the contract are one file. */
function withPlainImports(text: string): string {
  return text
    .replaceAll(/'#contract\/[^']+'/g, "'./contract.js'")
    .replaceAll(/'\.{1,2}\/(?:[\w-]+\/)*([\w-]+)\.ts'/g, "'./$1.js'")
}

function contractTypes(): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) => `export type ${name} = ${typeText(z.toJSONSchema(schema, { io: 'output' }))}\n`,
  )
  return types.join('\n')
}
