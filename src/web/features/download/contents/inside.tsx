import '#web/transfers/ui/contents/contents.css'
import type { FileInfo } from '#contract/transfers/files.ts'
import { t } from '#web/i18n/t.ts'
import { Contents } from '#web/transfers/ui/contents/contents.tsx'
import { ForeignContents } from './foreign-contents.tsx'
import { SinglePreview } from './single-preview.tsx'
import { useProvenTicket } from './use-proven-ticket.ts'

type Props = {
  file: FileInfo
  /** Opens the transfer, where it has a password. */
  ticket: string | undefined
  /** Whether anything is selected: then its button leads. */
  onSelected: (any: boolean) => void
}

/** What lies in a transfer that can be opened: a list, a preview of its only file, or why there is neither. */
export default function Inside({ file, ticket: given, onSelected }: Props) {
  const { ticket, isComing } = useProvenTicket(file.id, given)
  if (isComing) return null
  if (file.contents === 'listed')
    return file.packed ? (
      <Contents key={ticket} file={file} ticket={ticket} onSelected={onSelected} />
    ) : (
      <>
        {isNamedZip(file) && (
          <ForeignContents key={ticket} file={file} ticket={ticket} onSelected={onSelected} />
        )}
        {isMedia(file) && <SinglePreview file={file} ticket={ticket} />}
      </>
    )
  return file.packed && <p className="card card-pad single-preview small muted">{t('contents.limited')}</p>
}

function isNamedZip({ filename }: FileInfo): boolean {
  return /\.zip$/i.test(filename)
}

/** Whether its sender calls it something that there may be a preview of: only then is it worth asking. */
function isMedia({ mimeType }: FileInfo): boolean {
  return /^(image|audio|video|text)\//.test(mimeType)
}
