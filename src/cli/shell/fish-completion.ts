import type { Help, Option } from './read-help.ts'

/** Script for fish. */
export function fishCompletion(helps: readonly Help[]): string {
  return `# Completion of restante for fish.
function __restante_runs
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test $words[2] = $argv[1]
end
function __restante_stands_at
  test (count (commandline -opc)) -eq $argv[1]
end
${helps.flatMap(linesOf).join('\n')}
`
}

function linesOf({ name, summary, options, words }: Help): string[] {
  const runs = `complete -c restante -n '__restante_runs ${name}'`
  return [
    `complete -c restante -n '__restante_stands_at 1' -f -a ${name} -d ${quoted(summary)}`,
    ...words.map((word) => `${runs} -n '__restante_stands_at 2' -f -a ${word}`),
    ...options.map((option) => `${runs} ${optionText(option)}`),
  ]
}

function optionText({ name, value, text }: Option): string {
  return `-l ${name}${value === undefined ? '' : ' -r'} -d ${quoted(text)}`
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
