import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/**
 * Writes the list of common passwords, which are refused, from an unpacked @zxcvbn-ts/language-common (`npm pack`):
 * docs/decisions/0017-common-passwords.md. Shorter ones than the shortest password allowed are left out.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('usage: node scripts/write-common-passwords.ts <folder of the package>')
const listed = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(join(folder, 'src', 'passwords.json'), 'utf8')))
const folded = new Set(listed.map((password) => password.normalize('NFKC').toLowerCase()))
const kept = [...folded].filter((password) => [...password].length >= 8).toSorted()
const target = new URL('../src/server/identity/accounts/common-passwords.txt', import.meta.url)
writeFileSync(fileURLToPath(target), kept.map((password) => `${password}\n`).join(''))
