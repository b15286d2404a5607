import type { Member } from '#contract/transfers/members.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import type { OpenedBundle } from '#end-to-end/format/open-bundle.ts'
import type { MemberPlace } from '#web/transfers/ui/contents/member-address.ts'
import { decryptedPreview } from './decrypted-preview.ts'
import { sealedThumbnails } from './sealed-thumbnails.ts'

/** The files of an opened transfer, as long as they are shown: what is seen of them is decrypted here. */
export function sealedPlace(bundle: OpenedBundle): Omit<MemberPlace, 'download'> & {
  /** Files by their numbers, in the order in which they were sent. */
  readonly filesOf: (numbers: Iterable<number>) => readonly BundleFile[]
} {
  const { files } = bundle.manifest
  const thumbnailOf = sealedThumbnails(bundle)
  function fileOf({ n }: Pick<Member, 'n'>): BundleFile {
    const file = files[n]
    if (!file) throw new RangeError('the transfer has no such file')
    return file
  }
  return {
    address: undefined,
    filesOf: (numbers) => [...numbers].toSorted((a, b) => a - b).map((n) => fileOf({ n })),
    thumbnail: (member) => thumbnailOf(fileOf(member)),
    preview: (member, signal) => decryptedPreview(bundle, fileOf(member), signal),
  }
}
