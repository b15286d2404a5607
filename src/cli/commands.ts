import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { createAdmin } from './create-admin.ts'
import { download } from './download.ts'
import { inspect } from './inspect.ts'
import { migrate } from './migrate.ts'
import { restore } from './restore.ts'
import { rotateKeys } from './rotate-keys.ts'
import { serve } from './serve.ts'
import { sweep } from './sweep.ts'
import { upload } from './upload.ts'

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  serve,
  migrate,
  createAdmin,
  sweep,
  backup,
  restore,
  rotateKeys,
  inspect,
  upload,
  download,
]
