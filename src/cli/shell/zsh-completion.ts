import type { Help, Option } from './read-help.ts'

/** Script for zsh: a function for a folder of `fpath`, which can be read by `source` as well. */
export function zshCompletion(helps: readonly Help[]): string {
  const commands = helps.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`)
  const cases = helps.map(({ name, options, words }) => {
    const first = words.length > 0 ? `:word:(${words.join(' ')})` : ':file:_files'
    const specs = [...options.map(specOf), `1${first}`, '*:file:_files']
    return `    ${name})\n      _arguments ${specs.map(quoted).join(' \\\n        ')} ;;`
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
function specOf({ name, value, text }: Option): string {
  const about = text.replace(/[[\]\\:]/g, '\\$&')
  return `--${name}[${about}]${value === undefined ? '' : `:${value}:_files`}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
