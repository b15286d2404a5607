import { clientCommands } from './client-commands.ts'
import type { CommandEntry } from './command.ts'

/** Every command, in the order in which help lists them: those of the server's machine, and those that work from anywhere. */
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
    name: 'move-storage',
    summary: 'Moves stored files between disk and bucket.',
    load: async () => (await import('./service/move-storage.ts')).moveStorage,
  },
  {
    name: 'import',
    summary: 'Imports from another service for sharing files.',
    load: async () => (await import('./service/import.ts')).importCommand,
  },
  {
    name: 'doctor',
    summary: 'Says what the service lacks, and what to do.',
    load: async () => (await import('./service/doctor.ts')).doctor,
  },
  {
    name: 'inspect',
    summary: "Shows a blob's header or a transfer's record.",
    load: async () => (await import('./service/inspect.ts')).inspect,
  },
  ...clientCommands,
]
