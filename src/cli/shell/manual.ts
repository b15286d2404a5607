import { parseArgs } from 'node:util'
import { type Command, exitCodeMeanings } from '../command.ts'
import { programVersion } from '../version.ts'
import { type Help, type HelpPart, readHelps } from './read-help.ts'

export const manual: Command = {
  help: `Usage: restante manual [--json]

Prints the manual page, for man.

Examples:
  restante manual | man -l -
  restante manual > /usr/local/share/man/man1/restante.1`,
  async run(args, { commands }) {
    parseArgs({ args, options: {} })
    const page = manualPage(await readHelps(commands), programVersion())
    return { text: page, data: { page } }
  },
}

/** The manual page in the macros of man(7). */
function manualPage(helps: readonly Help[], version: string): string {
  const codes = Object.entries(exitCodeMeanings)
  return [
    `.TH RESTANTE 1 "" "restante ${version}"`,
    '.SH NAME',
    'restante \\- sends files, and manages what was sent',
    '.SH SYNOPSIS',
    '.B restante',
    '.I COMMAND',
    '[options]',
    '.SH COMMANDS',
    ...helps.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...codes.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, shown(meaning)]),
  ].join('\n')
}

function commandLines({ name, usage, parts, examples }: Help): string[] {
  return [
    `.SS ${shown(name)}`,
    ...literal(usage),
    ...parts.flatMap(partLines),
    ...(examples.length > 0 ? ['.PP', 'Examples:', ...literal(examples)] : []),
  ]
}

function partLines({ term, text }: HelpPart): string[] {
  return term === undefined ? ['.PP', shown(text)] : ['.TP', `.B ${shown(term)}`, shown(text)]
}

/** Lines as they are, which are neither joined nor broken. */
function literal(lines: readonly string[]): string[] {
  return ['.PP', '.nf', '.RS 2', ...lines.map(shown), '.RE', '.fi']
}

/** Escapes what roff would act on: backslashes, a point or an apostrophe that begins a line, and dashes, which are to stay ASCII. */
function shown(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&')
}
