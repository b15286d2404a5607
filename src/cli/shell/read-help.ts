import type { CommandEntry } from '../command.ts'

/** A part of a help text: flowing text, or a term such as an option with its explanation. */
export type HelpPart = { readonly term?: string; readonly text: string }

/** An option of a command. */
export type Option = {
  /** Name without the dashes. */
  readonly name: string
  /** Name of its value; undefined for a switch. */
  readonly value: string | undefined
  readonly text: string
}

/** The help of a command, in parts. */
export type Help = {
  readonly name: string
  readonly summary: string
  readonly usage: readonly string[]
  readonly parts: readonly HelpPart[]
  readonly examples: readonly string[]
  readonly options: readonly Option[]
  /** Words that can follow the name, such as create, list and close. */
  readonly words: readonly string[]
}

/** Reads the helps of commands, whose texts are the one place where options are described. */
export function readHelps(commands: readonly CommandEntry[]): Promise<Help[]> {
  return Promise.all(
    commands.map(async ({ name, summary, load }) => ({
      name,
      summary,
      ...readHelp((await load()).help, name),
    })),
  )
}

/**
 * Reads a help text: lines of usage, an empty line, then paragraphs, terms (indented by two, followed by two blanks and their
 * text, which goes on in lines that are indented deeper), and examples at the end.
 */
function readHelp(help: string, command: string): Omit<Help, 'name' | 'summary'> {
  const [body = '', examples = ''] = help.split('\n\nExamples:\n')
  const [head = '', ...rest] = body.split('\n\n')
  const usage = head.split('\n').map((line) => line.replace(/^Usage:/, '').trim())
  const parts = rest.flatMap(partsOf)
  return {
    usage,
    parts,
    examples: examples.split('\n').flatMap((line) => line.trim() || []),
    options: [...parts.flatMap(optionsOf), ...commonOptions(usage)],
    words: [...new Set(usage.flatMap((line) => wordsOf(line, command)))],
  }
}

function partsOf(paragraph: string): HelpPart[] {
  const parts: { term?: string; text: string }[] = []
  for (const line of paragraph.split('\n')) {
    const [, term, text = ''] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? []
    const last = parts.at(-1)
    if (term !== undefined) parts.push({ term, text })
    else if (last && (last.term === undefined || line.startsWith(' ')))
      last.text = `${last.text} ${line.trim()}`.trim()
    else parts.push({ text: line })
  }
  return parts
}

/** Options of a term, which can name several. */
function optionsOf({ term = '', text }: HelpPart): Option[] {
  return [...term.matchAll(/--([a-z-]+)(?: ([A-Z-]+))?/g)].map(([, name = '', value]) => ({
    name,
    value,
    text,
  }))
}

function commonOptions(usage: readonly string[]): Option[] {
  const help = { name: 'help', value: undefined, text: 'Explains the command.' }
  const json = { name: 'json', value: undefined, text: 'Prints the result for scripts.' }
  return usage.some((line) => line.includes('[--json]')) ? [json, help] : [help]
}

/** Words in small letters after the command in a line of usage; alternatives are separated by |. */
function wordsOf(usage: string, command: string): string[] {
  const [, words = ''] = usage.split(`restante ${command} `)
  return /^[a-z]+(?:\|[a-z]+)*(?= |$)/.exec(words)?.[0].split('|') ?? []
}
