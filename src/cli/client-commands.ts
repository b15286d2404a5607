import type { CommandEntry } from './command.ts'

/** Commands that need no server on this machine: those of the package `restante-cli`. */
export const clientCommands: readonly CommandEntry[] = [
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
    name: 'watch',
    summary: 'Sends each new file in a folder.',
    load: async () => (await import('./watching/watch.ts')).watch,
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
  {
    name: 'mcp',
    summary: 'Serves tools to an assistant.',
    load: async () => (await import('./mcp/mcp.ts')).mcp,
  },
  {
    name: 'completion',
    summary: 'Prints a completion script for a shell.',
    load: async () => (await import('./shell/completion.ts')).completion,
  },
  {
    name: 'manual',
    summary: 'Prints the manual page.',
    load: async () => (await import('./shell/manual.ts')).manual,
  },
]
