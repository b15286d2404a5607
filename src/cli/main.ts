#!/usr/bin/env node
import { MasterKeysInvalid } from '#crypto/keys/key-ring.ts'
import { StartRefused } from '#server/config/config.ts'
import { BackupUnusable } from '#server/operations/backup/backup-layout.ts'
import { Failure } from '#server/platform/failure.ts'
import { exitCodes, type Trouble } from './command.ts'
import { commands } from './commands.ts'
import { runCommandLine } from './run-command-line.ts'
import { refusalTrouble } from './trouble.ts'

await runCommandLine({
  commands,
  notes: ['The server is configured through the environment: docs/configuration.md.'],
  describe: troubleOfServer,
})

/** Describes an error of the server's code. */
function troubleOfServer(error: unknown): Trouble | undefined {
  if (error instanceof Failure) return refusalTrouble(error)
  if (error instanceof StartRefused || error instanceof MasterKeysInvalid)
    return { code: 'CONFIGURATION', message: error.message, exitCode: exitCodes.configuration }
  if (error instanceof BackupUnusable)
    return { code: 'BACKUP_UNUSABLE', message: error.message, exitCode: exitCodes.damaged }
  return undefined
}
