import { parseArgs } from 'node:util'
import { importSource } from '#server/operations/importing/import-source.ts'
import {
  collectOutcomes,
  type ItemKind,
  type Outcomes,
  openReport,
} from '#server/operations/importing/outcomes.ts'
import {
  type SourceName,
  SourceProblem,
  type SourceSecrets,
  sourceNames,
} from '#server/operations/importing/source.ts'
import { openSource } from '#server/operations/importing/sources/open-source.ts'
import { Failure } from '#server/platform/failure.ts'
import { LockTaken } from '#server/platform/locks/locks.ts'
import { ScannerUnavailable } from '#server/platform/scanner/scanner.ts'
import { type Command, exitCodes, type Outcome, UsageError } from '../command.ts'
import { unwritable } from '../trouble.ts'
import { withServices } from './with-services.ts'

/** Lines about single things that people see; the report has all. */
const maxLines = 40

export const importCommand: Command = {
  help: `Usage: restante import pingvin|pingvin-x|palmr|erugo|gokapi SOURCE [--dry-run] [--report FILE] [--json]

Imports people, shares with their files, and reverse shares from another service, while
this one runs. SOURCE is read only. What came before isn't imported again: an import that
was interrupted is just run again.

  pingvin, pingvin-x   SOURCE is the folder data of Pingvin Share or Pingvin Share X, with
                       pingvin-share.db and uploads
  palmr                SOURCE is the folder that Palmr has as /app/server
  erugo                SOURCE is the folder storage of Erugo, with app/private and app/shares
  gokapi               SOURCE is the folder with the folders data and config of Gokapi

  --dry-run        says what would be imported and what not; writes nothing
  --report FILE    writes a line of CSV for each person, request and share. Ids in it open
                   shares of the other service: keep it private
  --owner NAME     account that gets the shares of people who can't be imported, such as
                   those without an email address
  --key-file FILE  file with the ENCRYPTION_KEY of Palmr, if its uploads are sealed
  --s3 FILE        file with the S3_* variables of Palmr, one NAME=value in each line, if
                   its files lie in an S3 store, which has to run

People get no password but an email that sets one, and nobody becomes an administrator.
docs/moving-in.md says what does not come.

Exit code 4 means that files are missing or damaged; the rest was imported.

Examples:
  restante import pingvin /srv/pingvin/data --dry-run --report dry-run.csv
  restante import pingvin /srv/pingvin/data --report report.csv`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        report: { type: 'string' },
        owner: { type: 'string' },
        'key-file': { type: 'string' },
        s3: { type: 'string' },
      },
    })
    const [name, path, ...others] = positionals
    const source = sourceNames.find((one) => one === name)
    if (!source) throw new UsageError(`Name the other service first: ${sourceNames.join(', ')}.`)
    if (path === undefined || others.length > 0) throw new UsageError('Name one SOURCE.')
    if (source !== 'palmr' && (values['key-file'] !== undefined || values.s3 !== undefined))
      throw new UsageError('--key-file and --s3 belong to palmr.')
    const isDry = values['dry-run'] ?? false
    const report = values.report === undefined ? undefined : reportAt(values.report)
    const outcomes = collectOutcomes(isDry, report?.line)
    try {
      const secrets = { keyFile: values['key-file'], s3File: values.s3 }
      await runImport({ source, path, isDry, owner: values.owner, secrets }, outcomes)
      return outcomeOf(outcomes, { isDry })
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      return outcomeOf(outcomes, { isDry, problem })
    } finally {
      report?.close()
    }
  },
}

/** @throws UsageError for a path that can't be written */
function reportAt(path: string): ReturnType<typeof openReport> {
  try {
    return openReport(path)
  } catch (cause) {
    throw unwritable('--report', path, cause)
  }
}

type Wanted = {
  readonly source: SourceName
  readonly path: string
  readonly isDry: boolean
  readonly owner: string | undefined
  readonly secrets: SourceSecrets
}

async function runImport(
  { source: name, path, isDry, owner, secrets }: Wanted,
  outcomes: Outcomes,
): Promise<void> {
  await withServices(async (services) => {
    const source = await openSource(services, name, path, secrets)
    try {
      await importSource(services, source, outcomes, { isDry, owner })
    } finally {
      source.close()
    }
  })
}

/** A sentence about the end of the import; undefined for an unforeseen one. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof SourceProblem) return error.message
  if (error instanceof LockTaken) return 'Another import is running.'
  if (error instanceof ScannerUnavailable)
    return "The virus scanner doesn't answer. Run this again once it does."
  if (error instanceof Failure && error.code === 'USER_NOT_FOUND')
    return '--owner names no account that is in use.'
  if (error instanceof Error && 'syscall' in error && 'path' in error)
    return `${error.message}. See that this user may read all of SOURCE, then run this again.`
  if (error instanceof Failure) return `${error.message} What came is kept; run this again for the rest.`
  return undefined
}

const names: Readonly<Record<ItemKind, string>> = {
  person: 'People',
  request: 'Requests',
  transfer: 'Transfers',
}

function outcomeOf(
  { tallies, remarkable }: Outcomes,
  { isDry, problem }: { readonly isDry: boolean; readonly problem?: string },
): Outcome {
  const counts = (Object.keys(names) as ItemKind[]).map((kind) => {
    const { imported, before, refused } = tallies[kind]
    return `${names[kind]}: ${imported} ${isDry ? 'would be imported' : 'imported'}, ${before} before, ${refused} not.`
  })
  const lines = remarkable
    .slice(0, maxLines)
    .map(
      ({ kind, name, result, notes }) =>
        `${result === 'refused' ? 'not ' : ''}${kind} ${name}: ${notes.join(' ')}`,
    )
  const more =
    remarkable.length > maxLines ? [`… and ${remarkable.length - maxLines} more: see --report.`] : []
  const isDamaged = remarkable.some((one) => one.isDamaged)
  return {
    text: [...(problem === undefined ? [] : [problem]), ...counts, ...lines, ...more].join('\n'),
    data: {
      dryRun: isDry,
      people: tallies.person,
      requests: tallies.request,
      transfers: tallies.transfer,
      notes: remarkable.map(({ kind, id, name, result, notes }) => ({ kind, id, name, result, notes })),
      ...(problem !== undefined && { problem }),
    },
    ...(problem !== undefined
      ? { exitCode: exitCodes.failed }
      : isDamaged && { exitCode: exitCodes.damaged }),
  }
}
