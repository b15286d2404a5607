import { parseArgs } from 'node:util'
import { lookAt } from '#server/app/services.ts'
import { type Config, readProcessConfig, StartRefused } from '#server/config/config.ts'
import { type Command, type ExitCode, exitCodes, type Outcome } from '../command.ts'
import { checkFolders } from './doctor/data-folder.ts'
import { checkClock, checkKeys, checkTables, type Reader, withSavedSettings } from './doctor/database.ts'
import { checkPart, type Finding } from './doctor/finding.ts'
import { checkAddress, checkMail, checkProxies, checkScanner } from './doctor/neighbours.ts'
import { checkSettings } from './doctor/settings.ts'
import { checkSpace, checkStorage } from './doctor/storage.ts'

export const doctor: Command = {
  help: `Usage: restante doctor [--json]

Tries what the service needs and says for each in one sentence what to do: settings,
data folder, database, master keys, storage, free space, clock, mail server, virus
scanner, address and proxies. It changes nothing, sends no mail, and may run beside the
server. In each store it writes, reads and deletes a probe.

Exit code 1 means that something has to be mended, 3 that the server would not start.

Examples:
  restante doctor
  restante doctor --json | jq '.findings[] | select(.state == "mend")'`,
  async run(args) {
    parseArgs({ args, options: {} })
    return outcomeOf(await examine())
  },
}

const clock = { now: Date.now }

async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = readProcessConfig()
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    return error.message.split('\n').map((text) => ({ part: 'settings', state: 'stops', text }))
  }
  const folders = await checkPart('data folder', () => checkFolders(config), {
    failed: 'stops',
    advice: '',
  })
  let tables: Reader | undefined
  try {
    const database = await checkPart(
      'database',
      async () => {
        tables = await lookAt.openReader(config.DATABASE_URL, config.DATA_DIR)
        return tables
          ? checkTables(tables)
          : (['note', 'The first start makes the database file in DATA_DIR.'] as const)
      },
      { failed: 'stops', advice: 'See docs/operations.md, Troubleshooting.' },
    )
    return [...(await checkFurther(config, tables, [folders, database]))]
  } finally {
    await tables?.close()
  }
}

async function checkFurther(
  start: Config,
  tables: Reader | undefined,
  [folders, database]: readonly [Finding, Finding],
): Promise<Finding[]> {
  const state = tables && database.state !== 'stops' ? await lookAt.compareTables(tables.database) : undefined
  const isCurrent = state?.is === 'current' || state?.is === 'newer'
  const known = isCurrent ? tables : undefined
  let config = start
  const settings = await checkPart(
    'settings',
    async () => {
      if (known) config = await withSavedSettings(start, known)
      return checkSettings(config)
    },
    { failed: 'stops', advice: 'Change it in the environment or in the admin area.' },
  )
  const keys = await checkKeys(start, tables, isCurrent)
  const others = await Promise.all([
    checkPart('storage', () => checkStorage(config, clock, known), {
      failed: 'stops',
      advice: 'Check DATA_DIR, or the S3 settings and that the bucket is there.',
    }),
    ...(folders.state === 'stops' || folders.text.startsWith('The first start')
      ? []
      : [
          checkPart('free space', () => checkSpace(config), {
            failed: 'mend',
            advice: 'Check the disk of DATA_DIR.',
          }),
        ]),
    ...(known
      ? [
          checkPart('clock', () => checkClock(known, clock.now), {
            failed: 'mend',
            advice: 'Check the database.',
          }),
        ]
      : []),
    checkPart('mail', () => checkMail(config, clock), {
      failed: 'mend',
      advice: 'Check host, port and certificate (SMTP_URL, SMTP_TLS, SMTP_CA_FILE) and the firewall.',
    }),
    checkPart('scanner', () => checkScanner(config, clock), {
      failed: 'mend',
      advice: 'Uploads are refused until then: see that clamd runs, and check CLAMD_URL.',
    }),
    checkPart('address', () => checkAddress(config), { failed: 'mend', advice: 'Check PUBLIC_URL.' }),
    checkPart('proxies', () => checkProxies(config), { failed: 'mend', advice: 'Check TRUSTED_PROXIES.' }),
  ])
  return [settings, folders, database, keys, ...others]
}

const marks = { ok: 'ok   ', note: 'note ', mend: 'MEND ', stops: 'STOPS' } as const

function outcomeOf(findings: readonly Finding[]): Outcome {
  const width = Math.max(...findings.map(({ part }) => part.length))
  return {
    text: findings
      .map(({ part, state, text }) => `${marks[state]}  ${part.padEnd(width)}  ${text}`)
      .join('\n'),
    data: { findings },
    exitCode: exitCodeOf(findings),
  }
}

function exitCodeOf(findings: readonly Finding[]): ExitCode {
  if (findings.some(({ state }) => state === 'stops')) return exitCodes.configuration
  return findings.some(({ state }) => state === 'mend') ? exitCodes.failed : exitCodes.done
}
