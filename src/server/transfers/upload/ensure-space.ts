import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** @throws Failure STORAGE_FULL when so many more bytes would leave less than the free space to be kept */
export async function ensureSpace({ blobs, config }: Services, bytes: number): Promise<void> {
  if ((await blobs.freeSpace()) - bytes < config.FREE_SPACE_KEPT) throw new Failure('STORAGE_FULL')
}
