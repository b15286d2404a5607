import type { Help } from './read-help.ts'

/** Script for bash, from version 3.2. It leaves values and arguments to bash, which completes file names. */
export function bashCompletion(helps: readonly Help[]): string {
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
