#!/usr/bin/env node
import { ApiError } from '#client/api-error.ts'
import { errors } from '#contract/errors.ts'
import { printableJson, printableLines } from '#contract/transfers/file-name.ts'
import { MasterKeysInvalid } from '#crypto/keys/key-ring.ts'
import { StartRefused } from '#server/config/config.ts'
import { BackupUnusable } from '#server/operations/backup/backup-layout.ts'
import { Failure } from '#server/platform/failure.ts'
import { type ExitCode, exitCodes, UsageError } from './command.ts'
import { commands } from './commands.ts'

const [name, ...rest] = process.argv.slice(2)
/** Everything after -- is a file name. */
const end = rest.indexOf('--')
const words = end === -1 ? rest : rest.slice(0, end)
const json = words.includes('--json')
const args = [...words.filter((word) => word !== '--json'), ...rest.slice(words.length)]

/** Messages that leave the reason to the details. */
const unsaid: ReadonlySet<string> = new Set([errors.VALIDATION_ERROR.message, errors.BAD_REQUEST.message])

/** Error, for people and scripts. */
type Trouble = { readonly code: string; readonly message: string; readonly exitCode: ExitCode }

// The reader of the output is gone, or its disk is full.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`${error.message}\n`)
  process.exit(exitCodes.failed)
})

process.exitCode = await run()

async function run(): Promise<ExitCode> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(`${overview()}\n`)
    return name === undefined ? exitCodes.usage : exitCodes.done
  }
  const entry = commands.find((candidate) => candidate.name === name)
  if (!entry) return report(usageTrouble(`Unknown command: ${name}. Run restante --help for a list.`))
  const command = await entry.load()
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`${command.help}\n`)
    return exitCodes.done
  }
  try {
    const outcome = await command.run(args)
    if (!outcome) return exitCodes.done
    const { text, data, exitCode = exitCodes.done } = outcome
    process.stdout.write(
      json
        ? `${printableJson({ success: exitCode === exitCodes.done, ...data })}\n`
        : `${printableLines(text)}\n`,
    )
    return exitCode
  } catch (error) {
    return report(troubleOf(error))
  }
}

function overview(): string {
  return [
    'Usage: restante COMMAND [options]',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(14)}${command.summary}`),
    '',
    'Run restante COMMAND --help for details. --json prints the result for scripts.',
    'The server is configured through the environment: docs/configuration.md.',
    '',
    'Exit codes: 0 success, 1 failure, 2 usage error, 3 invalid environment,',
    '4 damage found.',
  ].join('\n')
}

function report({ code, message, exitCode }: Trouble): ExitCode {
  if (json) process.stdout.write(`${printableJson({ success: false, code, message })}\n`)
  else process.stderr.write(`${printableLines(message)}\n`)
  return exitCode
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof UsageError) return usageTrouble(error.message)
  if (error instanceof ApiError && error.code === 'API_KEY_REFUSED')
    return { code: error.code, message: keyRefusal(error), exitCode: exitCodes.failed }
  if (error instanceof Failure || error instanceof ApiError) {
    const { code, details = '' } = error
    const sentence = unsaid.has(error.message) ? 'The service rejected this.' : error.message
    return { code, message: `${sentence} ${details}`.trimEnd(), exitCode: exitCodes.failed }
  }
  if (error instanceof StartRefused || error instanceof MasterKeysInvalid)
    return { code: 'CONFIGURATION', message: error.message, exitCode: exitCodes.configuration }
  if (error instanceof BackupUnusable)
    return { code: 'BACKUP_UNUSABLE', message: error.message, exitCode: exitCodes.damaged }
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return usageTrouble(misuseOf(String(error.code), error.message))
  // An error of the operating system names its cause and place; a stack would add nothing.
  if (error instanceof Error && 'syscall' in error)
    return { code: 'SYSTEM_ERROR', message: error.message, exitCode: exitCodes.failed }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'INTERNAL_ERROR', message, exitCode: exitCodes.failed }
}

/** Names the scope that a key lacks. Keys keep their scopes, so that takes another key. */
function keyRefusal({ message, details }: ApiError): string {
  const scope = /^scope: (\S+)$/.exec(details ?? '')?.[1]
  if (scope === undefined) return `${message} Sign in with --sign-in instead.`
  return `Your API key lacks the scope ${scope}. Create a key with it in your profile, and save that with restante login.`
}

/** Rewrites errors of Node's `parseArgs`, which address the programmer. */
function misuseOf(code: string, message: string): string {
  const [, word = ''] = /'(?:-\w, )?(.+?)(?: <value>)?'/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return message.includes('does not take an argument')
      ? `${word} takes no value.`
      : `${word} needs a value. One that begins with a dash is given as ${word}=-x.`
  const what = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'Unknown option' : 'Unexpected argument'
  return `${what}: ${word}. Run restante ${name} --help for details.`
}

function usageTrouble(message: string): Trouble {
  return { code: 'USAGE', message, exitCode: exitCodes.usage }
}
