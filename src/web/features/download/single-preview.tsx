import type { FileInfo } from '#contract/transfers/files.ts'
import { servedPlace } from '#web/transfers/ui/contents/member-address.ts'
import { OnlyFile } from '#web/transfers/ui/contents/only-file.tsx'
import { useMembers } from '#web/transfers/ui/contents/use-members.ts'
import { FileSheet } from '#web/ui/icons/file-sheet.tsx'
import { useProvenTicket } from './use-proven-ticket.ts'

type Props = {
  file: FileInfo
  /** Opens the transfer, where it has a password. */
  ticket: string | undefined
}

/** A transfer's only file, which the server opens. */
export default function SinglePreview(props: Props) {
  const { ticket, isComing } = useProvenTicket(props.file.id, props.ticket)
  return !isComing && <Single {...props} ticket={ticket} />
}

function Single({ file, ticket }: Props) {
  const members = useMembers(file.id, ticket, '')
  if (members.failed) return <FileSheet name={file.filename} />
  const place = servedPlace({ id: file.id, ticket })
  return <OnlyFile members={members} place={place} isUnscanned={file.scan === 'unscanned'} />
}
