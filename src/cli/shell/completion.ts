import { parseArgs } from 'node:util'
import { type Command, UsageError } from '../command.ts'
import { bashCompletion } from './bash-completion.ts'
import { fishCompletion } from './fish-completion.ts'
import { readHelps } from './read-help.ts'
import { zshCompletion } from './zsh-completion.ts'

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
