import type { Command } from './command.ts'

type CommandEntry = {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Fetches what the command is made of: no other command waits for that. */
  load(): Promise<Command>
}

/** Every command, in the order in which help lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Starts the server.',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'migrate',
    summary: 'Brings the tables of the database up to date.',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    name: 'create-admin',
    summary: 'Makes an administrator.',
    load: async () => (await import('./create-admin.ts')).createAdmin,
  },
  {
    name: 'sweep',
    summary: 'Deletes expired transfers and old records.',
    load: async () => (await import('./sweep.ts')).sweep,
  },
  {
    name: 'backup',
    summary: 'Makes a backup while the service runs.',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'Brings a backup back into an empty service.',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'rotate-keys',
    summary: 'Moves what is sealed to a new master key.',
    load: async () => (await import('./rotate-keys.ts')).rotateKeys,
  },
  {
    name: 'scrub',
    summary: 'Reads every stored blob and reports damage.',
    load: async () => (await import('./scrub.ts')).scrub,
  },
  {
    name: 'inspect',
    summary: 'Shows the header of a blob, or what is kept of a transfer.',
    load: async () => (await import('./inspect.ts')).inspect,
  },
  {
    name: 'upload',
    summary: 'Sends files to a service and prints their link.',
    load: async () => (await import('./upload.ts')).upload,
  },
  {
    name: 'download',
    summary: 'Fetches the file behind a link.',
    load: async () => (await import('./download.ts')).download,
  },
]
