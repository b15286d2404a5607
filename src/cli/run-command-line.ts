import { printableJson, printableLines } from '#contract/transfers/file-name.ts'
import {
  type CommandEntry,
  type Context,
  type ExitCode,
  exitCodeMeanings,
  exitCodes,
  type Outcome,
  type Trouble,
} from './command.ts'
import { troubleOf, usageTrouble } from './trouble.ts'
import { programVersion } from './version.ts'

/** A program of commands. */
type CommandLine = {
  readonly commands: readonly CommandEntry[]
  /** Lines for the end of the help. */
  readonly notes?: readonly string[]
  /** Describes errors that only some of the commands throw. */
  describe?(error: unknown): Trouble | undefined
}

/** Runs the command that the arguments of this process name. */
export async function runCommandLine(commandLine: CommandLine): Promise<void> {
  // The reader of the output is gone, or its disk is full.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`${error.message}\n`)
    process.exit(exitCodes.failed)
  })
  process.exitCode = await run(commandLine, process.argv.slice(2))
}

async function run({ commands, notes = [], describe }: CommandLine, given: string[]): Promise<ExitCode> {
  /** Everything after -- is a file name. */
  const end = given.indexOf('--')
  const words = end === -1 ? given : given.slice(0, end)
  const json = words.includes('--json')
  const [name, ...args] = [...words.filter((word) => word !== '--json'), ...given.slice(words.length)]
  const print = printer(json)

  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    return print.result({
      text: overview(commands, notes),
      data: { commands: commands.map((command) => ({ name: command.name, summary: command.summary })) },
      exitCode: name === undefined ? exitCodes.usage : exitCodes.done,
    })
  }
  if (name === '--version') {
    const version = programVersion()
    return print.result({ text: `restante ${version}`, data: { version } })
  }
  const entry = commands.find((candidate) => candidate.name === name)
  if (!entry) return print.trouble(usageTrouble(`Unknown command: ${name}. Run restante --help for a list.`))
  const command = await entry.load()
  if (words.includes('--help') || words.includes('-h'))
    return print.result({ text: command.help, data: { help: command.help } })
  const context: Context = {
    commands,
    print: print.result,
    remark: print.remark,
    describe: (error) => describe?.(error) ?? troubleOf(error, name),
  }
  try {
    const outcome = await command.run(args, context)
    return outcome ? print.result(outcome) : exitCodes.done
  } catch (error) {
    return print.trouble(context.describe(error))
  }
}

/** Prints for people or, as lines of JSON, for scripts. */
function printer(json: boolean) {
  function asJson({ data, exitCode = exitCodes.done }: Outcome) {
    return `${printableJson({ success: exitCode === exitCodes.done, ...data })}\n`
  }
  return {
    result(outcome: Outcome): ExitCode {
      process.stdout.write(json ? asJson(outcome) : `${printableLines(outcome.text)}\n`)
      return outcome.exitCode ?? exitCodes.done
    },
    remark(outcome: Outcome): void {
      if (json) process.stdout.write(asJson(outcome))
      else process.stderr.write(`${printableLines(outcome.text)}\n`)
    },
    trouble({ code, message, exitCode }: Trouble): ExitCode {
      if (json) process.stdout.write(`${printableJson({ success: false, code, message })}\n`)
      else process.stderr.write(`${printableLines(message)}\n`)
      return exitCode
    },
  }
}

function overview(commands: readonly CommandEntry[], notes: readonly string[]): string {
  const codes = Object.entries(exitCodeMeanings).map(([code, meaning]) => `${code} ${meaning}`)
  return [
    'Usage: restante COMMAND [options]',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(14)}${command.summary}`),
    '',
    'Run restante COMMAND --help for details. --json prints the result for scripts,',
    '--version the version of this program.',
    ...notes,
    '',
    `Exit codes: ${codes.slice(0, 4).join(', ')},`,
    `${codes.slice(4).join(', ')}.`,
  ].join('\n')
}
