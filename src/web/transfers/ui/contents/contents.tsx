import { useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { servedPlace } from './member-address.ts'
import { type ListProps, MemberList } from './member-list.tsx'
import { useMembers } from './use-members.ts'

type Props = Pick<ListProps, 'onSelected' | 'isOwn' | 'more'> & {
  file: Pick<FileInfo, 'id' | 'files' | 'scan'>
  /** Opens the transfer, where it has a password. */
  ticket: string | undefined
}

/** The files inside a transfer that the server opens. */
export function Contents({ file, ticket, ...shared }: Props) {
  const [search, setSearch] = useState('')
  const members = useMembers(file.id, ticket, search)
  return (
    <MemberList
      {...shared}
      members={members}
      place={servedPlace({ id: file.id, ticket })}
      files={file.files}
      search={search}
      onSearch={setSearch}
      isUnscanned={file.scan === 'unscanned'}
      takesFocus={ticket !== undefined}
    />
  )
}
