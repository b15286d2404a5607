import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startMailFolder } from '../../scripts/mail-folder.ts'
import { signIn } from '../support/accounts/accounts.ts'
import { startServer } from '../support/server/server.ts'
import { fromAnywhere } from '../support/transfers/reports.ts'
import { fillHouse } from './fill-house.ts'
import { fillSealed } from './fill-sealed.ts'
import { fillSeed, seedLasts } from './fill-seed.ts'

/**
 * `npm run seed` makes a data folder to look at: people, transfers, requests and reports in every state, sealed transfers, and the
 * identity of an operator. Its argument names the folder, which is data-seed otherwise and has to be empty or missing.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [folder = 'data-seed'] = positionals
const entries = await readdir(folder).catch(() => [])
if (entries.length > 0) {
  console.error(`The folder ${folder} has something in it already. Name another one, or remove it first.`)
  process.exit(1)
}
const { signIns, sealed } = await fill()
const width = Math.max(...signIns.map(({ username }) => username.length))
console.log(`${folder} is filled. Sign in with the password "${signIns[0]?.password}" as:`)
for (const { username, about } of signIns) console.log(`  ${username.padEnd(width)}  ${about}`)
console.log(`Links with their keys, which the folder doesn't have:`)
for (const { url, about } of sealed) console.log(`  ${url}  ${about}`)
console.log(`Look at it with: DATA_DIR=${folder} npm run dev`)

async function fill() {
  const mails = await startMailFolder(join(folder, 'mail'))
  const environment = {
    SMTP_URL: mails.url,
    RATE_LIMITS: 'off',
    REQUEST_MIN_ACCOUNT_AGE: '0',
    TRUSTED_PROXIES: fromAnywhere.TRUSTED_PROXIES,
  }
  try {
    await using server = await startServer({ dataDir: folder, now: Date.now() - seedLasts, environment })
    const signIns = await fillSeed(server)
    const sealed = await fillSealed(server, await signIn(server, 'ada'))
    await fillHouse(await signIn(server, 'admin'))
    return { signIns, sealed }
  } finally {
    await mails.close()
  }
}
