import type { Command } from './command.ts'

type CommandEntry = {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Loads the command's code only when it is run. */
  load(): Promise<Command>
}

/** Every command, in the order in which help lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Starts the server.',
    load: async () => (await import('./service/serve.ts')).serve,
  },
  {
    name: 'migrate',
    summary: 'Updates the database tables.',
    load: async () => (await import('./service/migrate.ts')).migrate,
  },
  {
    name: 'create-admin',
    summary: 'Creates an administrator.',
    load: async () => (await import('./service/create-admin.ts')).createAdmin,
  },
  {
    name: 'sweep',
    summary: 'Deletes expired transfers and old records.',
    load: async () => (await import('./service/sweep.ts')).sweep,
  },
  {
    name: 'backup',
    summary: 'Creates a backup while the service runs.',
    load: async () => (await import('./service/backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'Restores a backup into an empty service.',
    load: async () => (await import('./service/restore.ts')).restore,
  },
  {
    name: 'rotate-keys',
    summary: 'Re-encrypts stored keys under a new master key.',
    load: async () => (await import('./service/rotate-keys.ts')).rotateKeys,
  },
  {
    name: 'scrub',
    summary: 'Reads every stored blob and reports damage.',
    load: async () => (await import('./service/scrub.ts')).scrub,
  },
  {
    name: 'inspect',
    summary: "Shows a blob's header or a transfer's record.",
    load: async () => (await import('./service/inspect.ts')).inspect,
  },
  {
    name: 'login',
    summary: 'Saves an API key for uploads.',
    load: async () => (await import('./sign-in/login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'Deletes the saved API key.',
    load: async () => (await import('./sign-in/login.ts')).logout,
  },
  {
    name: 'upload',
    summary: 'Uploads files and prints the link.',
    load: async () => (await import('./transfers/upload.ts')).upload,
  },
  {
    name: 'download',
    summary: 'Downloads the file behind a link.',
    load: async () => (await import('./transfers/download.ts')).download,
  },
  {
    name: 'list',
    summary: 'Lists your transfers.',
    load: async () => (await import('./transfers/list.ts')).list,
  },
  {
    name: 'info',
    summary: 'Shows a transfer you sent.',
    load: async () => (await import('./transfers/info.ts')).info,
  },
  {
    name: 'extend',
    summary: 'Changes when a transfer expires.',
    load: async () => (await import('./transfers/extend.ts')).extend,
  },
  {
    name: 'revoke',
    summary: 'Revokes a download link.',
    load: async () => (await import('./transfers/revoke.ts')).revoke,
  },
  {
    name: 'request',
    summary: 'Asks others for files.',
    load: async () => (await import('./requests/request.ts')).request,
  },
]
