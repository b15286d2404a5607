import type { Config } from '../config/config.ts'

/** Says on the standard output that the server listens, and what it works with. */
export function greet(config: Config): void {
  const keys = config.MASTER_KEYS_FILE ?? 'its keys folder'
  const lines = [
    `${config.identity.name} ${config.version} is listening: ${config.publicUrl}`,
    `Data is kept in ${config.DATA_DIR}${config.MASTER_KEYS ? '' : `; back up ${keys}, nothing opens without it`}.`,
    `Database: ${config.DATABASE_URL ? 'PostgreSQL' : 'SQLite in the data folder'}. Files: ${config.S3_BUCKET ? `S3 bucket ${config.S3_BUCKET}` : 'the data folder'}.`,
    `Virus scan: ${config.CLAMD_URL ? 'clamd' : 'the built-in check, which knows only the EICAR test file'}.`,
    `Mail: ${config.SMTP_URL ? `the server ${new URL(config.SMTP_URL).hostname}` : 'no server; every mail is an .eml file in the folder mail of the data, and nobody gets it'}.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
