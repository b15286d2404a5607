import '#web/transfers/ui/contents/contents.css'
import { useMemo, useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import type { OpenedBundle } from '#end-to-end/format/open-bundle.ts'
import type { MemberPlace } from '#web/transfers/ui/contents/member-address.ts'
import { MemberList } from '#web/transfers/ui/contents/member-list.tsx'
import { OnlyFile } from '#web/transfers/ui/contents/only-file.tsx'
import { decryptedPreview } from './decrypted-preview.ts'
import { sealedMembers } from './sealed-members.ts'
import { sealedThumbnails } from './sealed-thumbnails.ts'

type Props = {
  bundle: OpenedBundle
  /** Saves files, within the click. */
  onSave: (files: readonly BundleFile[]) => void
  /** Whether any file is selected: then its button leads. */
  onSelected: (any: boolean) => void
  /** Focuses the list when it comes, where what opened it had the focus. */
  takesFocus: boolean
}

/** The files of an opened transfer, as those of other transfers are listed; of a single one its preview. */
export default function SealedFiles({ bundle, onSave, onSelected, takesFocus }: Props) {
  const [search, setSearch] = useState('')
  const { files } = bundle.manifest
  const members = useMemo(() => sealedMembers(files, search), [files, search])
  const opened = useMemo(() => sealedPlace(bundle), [bundle])
  const place = { ...opened, download: (numbers: Iterable<number>) => onSave(opened.filesOf(numbers)) }
  if (files.length === 1) return <OnlyFile members={members} place={place} />
  return (
    <MemberList
      members={members}
      place={place}
      files={files.length}
      search={search}
      onSearch={setSearch}
      onSelected={onSelected}
      takesFocus={takesFocus}
    />
  )
}

/** The files of an opened transfer, as long as they are shown: what is seen of them is decrypted here. */
function sealedPlace(bundle: OpenedBundle): Omit<MemberPlace, 'download'> & {
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
