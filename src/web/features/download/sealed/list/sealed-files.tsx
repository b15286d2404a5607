import '#web/transfers/ui/contents/contents.css'
import { useMemo, useState } from 'react'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import type { OpenedBundle } from '#end-to-end/format/open-bundle.ts'
import { MemberList } from '#web/transfers/ui/contents/member-list.tsx'
import { OnlyFile } from '#web/transfers/ui/contents/only-file.tsx'
import { sealedMembers } from './sealed-members.ts'
import { sealedPlace } from './sealed-place.ts'

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
