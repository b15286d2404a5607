import { BlobStoreFailure } from '../blob-store.ts'

/** The system's code for what went wrong, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What the port promises for an error of the file system; a failure that is one already stays itself. */
export function diskFailure(doing: string, error: unknown): BlobStoreFailure {
  if (error instanceof BlobStoreFailure) return error
  const code = errorCode(error)
  return new BlobStoreFailure(`The disk store could not ${doing}: ${code ?? 'unknown error'}.`, {
    cause: error,
    full: code === 'ENOSPC' || code === 'EDQUOT',
  })
}
