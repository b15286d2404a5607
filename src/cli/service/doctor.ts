import { parseArgs } from 'node:util'
import { lookAt } from '#server/app/services.ts'
import { type Config, readProcessConfig, StartRefused } from '#server/config/config.ts'
import { type Command, type ExitCode, exitCodes, type Outcome } from '../command.ts'
import { lookAtFolders } from './doctor/data-folder.ts'
import { lookAtClock, lookAtKeys, lookAtTables, type Reader, withSavedSettings } from './doctor/database.ts'
import { type Finding, lookAtPart } from './doctor/finding.ts'
import { lookAtAddress, lookAtMail, lookAtProxies, lookAtScanner } from './doctor/neighbours.ts'
import { lookAtSpace, lookAtStorage } from './doctor/storage.ts'

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
  const folders = await lookAtPart('data folder', () => lookAtFolders(config), {
    failed: 'stops',
    advice: '',
  })
  let tables: Reader | undefined
  try {
    const database = await lookAtPart(
      'database',
      async () => {
        tables = await lookAt.openReader(config.DATABASE_URL, config.DATA_DIR)
        return tables
          ? lookAtTables(tables)
          : (['note', 'The first start makes the database file in DATA_DIR.'] as const)
      },
      { failed: 'stops', advice: 'See docs/operations.md, Troubleshooting.' },
    )
    return [...(await lookFurther(config, tables, [folders, database]))]
  } finally {
    await tables?.close()
  }
}

async function lookFurther(
  start: Config,
  tables: Reader | undefined,
  [folders, database]: readonly [Finding, Finding],
): Promise<Finding[]> {
  const state = tables && database.state !== 'stops' ? await lookAt.compareTables(tables.database) : undefined
  const isCurrent = state?.is === 'current' || state?.is === 'newer'
  const known = isCurrent ? tables : undefined
  let config = start
  const settings = await lookAtPart(
    'settings',
    async () => {
      if (known) config = await withSavedSettings(start, known)
      return ['ok', 'Every setting can be read.']
    },
    { failed: 'stops', advice: 'Change it in the environment or in the admin area.' },
  )
  const keys = await lookAtKeys(start, tables, isCurrent)
  const others = await Promise.all([
    lookAtPart('storage', () => lookAtStorage(config, clock, known), {
      failed: 'stops',
      advice: 'Check DATA_DIR, or the S3 settings and that the bucket is there.',
    }),
    ...(folders.state === 'stops' || folders.text.startsWith('The first start')
      ? []
      : [
          lookAtPart('free space', () => lookAtSpace(config), {
            failed: 'mend',
            advice: 'Check the disk of DATA_DIR.',
          }),
        ]),
    ...(known
      ? [
          lookAtPart('clock', () => lookAtClock(known, clock.now), {
            failed: 'mend',
            advice: 'Check the database.',
          }),
        ]
      : []),
    lookAtPart('mail', () => lookAtMail(config, clock), {
      failed: 'mend',
      advice: 'Check host, port and certificate (SMTP_URL, SMTP_TLS, SMTP_CA_FILE) and the firewall.',
    }),
    lookAtPart('scanner', () => lookAtScanner(config, clock), {
      failed: 'mend',
      advice: 'Uploads are refused until then: see that clamd runs, and check CLAMD_URL.',
    }),
    lookAtPart('address', () => lookAtAddress(config), { failed: 'mend', advice: 'Check PUBLIC_URL.' }),
    lookAtPart('proxies', () => lookAtProxies(config), { failed: 'mend', advice: 'Check TRUSTED_PROXIES.' }),
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
