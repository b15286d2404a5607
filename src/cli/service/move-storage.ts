import { parseArgs } from 'node:util'
import { type MovableStore, type Moved, moveBlobs } from '#server/operations/moving/move-blobs.ts'
import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { createPacer } from '#server/platform/http/pacer.ts'
import { LockTaken } from '#server/platform/locks/locks.ts'
import { type Command, exitCodes, type Outcome, UsageError } from '../command.ts'
import { readRate } from '../measures.ts'
import { withServices } from './with-services.ts'

const stores: readonly MovableStore[] = ['disk', 's3']
const nothing: Moved = { moved: 0, bytes: 0, damaged: [] }

export const moveStorage: Command = {
  help: `Usage: restante move-storage --from disk|s3 --to disk|s3 [--rate RATE] [--json]

Moves the stored files from the data folder to the bucket, or back, while the service
runs: each is copied, read again and compared, and then only deleted where it was.
Downloads that run go on. If it's interrupted, run it again.

  --from STORE, --to STORE   disk for DATA_DIR/blobs, s3 for S3_BUCKET
  --rate RATE                max rate, such as 50MB/s or 500kB/s

To a bucket: set S3_BUCKET for every instance, restart them, and run this. Back to the
disk: set NEW_FILES=disk, restart, run this, and take S3_BUCKET out afterwards.

Exit code 4 means that files cannot be read: they stay where they are.

Examples:
  restante move-storage --from disk --to s3
  restante move-storage --from s3 --to disk --rate 50MB/s`,
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { from: { type: 'string' }, to: { type: 'string' }, rate: { type: 'string' } },
    })
    const from = readStore(values.from, '--from')
    const to = readStore(values.to, '--to')
    if (from === to) throw new UsageError('--from and --to need different stores.')
    const pace = createPacer(values.rate === undefined ? undefined : readRate(values.rate))
    let soFar = nothing
    const onMoved = (moved: Moved) => {
      soFar = moved
      if (process.stderr.isTTY) process.stderr.write(`\r${movedText(moved)}\x1b[K`)
    }
    try {
      return outcomeOf(await withServices((services) => moveBlobs(services, { from, to, pace, onMoved })))
    } catch (error) {
      if (error instanceof LockTaken) return failure('Another command is moving files already.', soFar)
      if (!(error instanceof BlobStoreFailure)) throw error
      return failure(`${error.message} Nothing is lost. Run this again once both stores work.`, soFar)
    }
  },
}

/** @throws UsageError */
function readStore(text: string | undefined, option: string): MovableStore {
  const store = stores.find((name) => name === text)
  if (!store) throw new UsageError(`${option} needs disk or s3.`)
  return store
}

function outcomeOf(result: Moved): Outcome {
  const { damaged } = result
  const lines = damaged.map((id) => `Blob ${id} cannot be read; restante scrub names its transfer.`)
  return {
    text: [movedText(result), ...lines].join('\n'),
    data: { ...result },
    ...(damaged.length > 0 && { exitCode: exitCodes.damaged }),
  }
}

function failure(reason: string, soFar: Moved): Outcome {
  return {
    text: `${reason}\n${movedText(soFar)}`,
    data: { ...soFar, problem: reason },
    exitCode: exitCodes.failed,
  }
}

function movedText({ moved, bytes }: Moved): string {
  return `Moved: ${moved} blobs, ${bytes} bytes.`
}
