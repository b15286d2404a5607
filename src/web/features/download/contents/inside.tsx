import '#web/transfers/ui/contents/contents.css'
import type { FileInfo } from '#contract/transfers/files.ts'
import { t } from '#web/i18n/t.ts'
import { Contents } from '#web/transfers/ui/contents/contents.tsx'
import { ForeignContents } from './foreign-contents.tsx'
import { useProvenTicket } from './use-proven-ticket.ts'

type Props = {
  file: FileInfo
  /** Opens the transfer, where it has a password. */
  ticket: string | undefined
  /** Whether anything is selected: then its button leads. */
  onSelected: (any: boolean) => void
}

/** Contents of a transfer that can be opened: a list, or why there is none. */
export default function Inside({ file, ticket: given, onSelected }: Props) {
  const { ticket, isComing } = useProvenTicket(file.id, given)
  if (isComing) return null
  if (file.contents === 'listed')
    return file.packed ? (
      <Contents key={ticket} file={file} ticket={ticket} onSelected={onSelected} />
    ) : (
      isNamedZip(file) && <ForeignContents key={ticket} file={file} ticket={ticket} onSelected={onSelected} />
    )
  return file.packed && <p className="card card-pad contents-limited small muted">{t('contents.limited')}</p>
}

function isNamedZip({ filename }: FileInfo): boolean {
  return /\.zip$/i.test(filename)
}
