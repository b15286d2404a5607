import { parseArgs } from 'node:util'
import { type Command, UsageError } from '../command.ts'
import { type Help, type Option, readHelps } from './read-help.ts'

const shells = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
])

export const completion: Command = {
  help: `Usage: restante completion bash|zsh|fish [--json]

Prints a script that lets a shell complete commands, options and file names.

Examples:
  restante completion bash > ~/.local/share/bash-completion/completions/restante
  restante completion zsh > /usr/local/share/zsh/site-functions/_restante
  restante completion fish > ~/.config/fish/completions/restante.fish`,
  async run(args, { commands }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [shell = '', ...rest] = positionals
    const write = shells.get(shell)
    if (!write || rest.length > 0) throw new UsageError('Name one shell: bash, zsh or fish.')
    const script = write(await readHelps(commands)).trimEnd()
    return { text: script, data: { shell, script } }
  },
}

/** Script for bash, from version 3.2. It leaves values and arguments to bash, which completes file names. */
function bashCompletion(helps: readonly Help[]): string {
  const names = helps.map((help) => help.name).join(' ')
  const cases = helps.map(
    ({ name, options, words }) =>
      `    ${name}) options='${options.map((option) => `--${option.name}`).join(' ')}'; words='${words.join(' ')}' ;;`,
  )
  return `# Completion of restante for bash.
_restante() {
  local word=\${COMP_WORDS[COMP_CWORD]} options='' words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} help --help --version --json' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) [ "$COMP_CWORD" -ne 2 ] || COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}
complete -o default -F _restante restante
`
}

/** Script for fish. */
function fishCompletion(helps: readonly Help[]): string {
  return `# Completion of restante for fish.
function __restante_runs
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test $words[2] = $argv[1]
end
function __restante_stands_at
  test (count (commandline -opc)) -eq $argv[1]
end
${helps.flatMap(fishLines).join('\n')}
`
}

function fishLines({ name, summary, options, words }: Help): string[] {
  const runs = `complete -c restante -n '__restante_runs ${name}'`
  return [
    `complete -c restante -n '__restante_stands_at 1' -f -a ${name} -d ${quotedForFish(summary)}`,
    ...words.map((word) => `${runs} -n '__restante_stands_at 2' -f -a ${word}`),
    ...options.map((option) => `${runs} ${fishOption(option)}`),
  ]
}

function fishOption({ name, value, text }: Option): string {
  return `-l ${name}${value === undefined ? '' : ' -r'} -d ${quotedForFish(text)}`
}

function quotedForFish(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}

/** Script for zsh: a function for a folder of `fpath`, which can be read by `source` as well. */
function zshCompletion(helps: readonly Help[]): string {
  const commands = helps.map(({ name, summary }) => `    ${quotedForZsh(`${name}:${summary}`)}`)
  const cases = helps.map(({ name, options, words }) => {
    const first = words.length > 0 ? `:word:(${words.join(' ')})` : ':file:_files'
    const specs = [...options.map(zshOption), `1${first}`, '*:file:_files']
    return `    ${name})\n      _arguments ${specs.map(quotedForZsh).join(' \\\n        ')} ;;`
  })
  return `#compdef restante
# Completion of restante for zsh.
_restante() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT -= 1 ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "\${funcstack[1]}" = _restante ]; then _restante "$@"; else compdef _restante restante; fi
`
}

/** How `_arguments` takes an option: its name, an explanation, and its value if it has one. */
function zshOption({ name, value, text }: Option): string {
  const about = text.replace(/[[\]\\:]/g, '\\$&')
  return `--${name}[${about}]${value === undefined ? '' : `:${value}:_files`}`
}

function quotedForZsh(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
