import { parseArgs } from 'node:util'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { commandLine } from '#server/platform/events/record-act.ts'
import { type Command, UsageError } from '../command.ts'
import { readSecretFromInput } from '../sign-in/read-secret.ts'
import { withServices } from './with-services.ts'

export const createAdmin: Command = {
  help: `Usage: restante create-admin --username NAME --email ADDRESS --password-stdin [--json]

Creates an administrator. On a new installation, this also closes the set-up link that
the first start prints.

  --username NAME    3-50 letters, numbers, underscores and hyphens
  --email ADDRESS    where emails about the account are sent
  --password-stdin   read the password from standard input, one line

Examples:
  restante create-admin --username ada --email ada@example.eu --password-stdin < password.txt
  pass show restante | restante create-admin --username ada --email ada@example.eu --password-stdin`,
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        username: { type: 'string' },
        email: { type: 'string' },
        'password-stdin': { type: 'boolean' },
      },
    })
    const { username, email } = values
    if (username === undefined || email === undefined)
      throw new UsageError('--username and --email are required.')
    if (!values['password-stdin'])
      throw new UsageError('--password-stdin is required: the password is read from standard input.')
    const password = await readSecretFromInput()
    const user = await withServices((services) =>
      createUser(services, { username, email, password, isAdmin: true }, commandLine),
    )
    return {
      text: `Created administrator ${user.username}.`,
      data: { user: { id: user.id, username: user.username, email: user.email } },
    }
  },
}
