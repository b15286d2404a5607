import * as z from 'zod/mini'
import { bytes, time } from '../transfers/files.ts'

export const backup = z.object({
  /** Also the name of its folder, such as 2026-11-21T08-00-00-000Z. */
  name: z.string(),
  /** Bytes of the backup itself, not of the blobs that it names. */
  size: bytes,
  createdAt: time,
  /** Until it is `complete` it is of no use; `failed` never will be. `unreadable`: what is in it cannot be told, and it is kept. */
  state: z.enum(['running', 'complete', 'failed', 'unreadable']),
  files: z.int(),
  blobs: z.int(),
})
export type Backup = z.infer<typeof backup>
