import '#web/transfers/ui/contents/contents.css'
import { type ComponentProps, useEffect, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Contents } from '#web/transfers/ui/contents/contents.tsx'
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

/** Contents of a ZIP that was sent as such; nothing if it cannot be read. */
function ForeignContents(props: ComponentProps<typeof Contents> & { file: FileInfo }) {
  const { file, ticket } = props
  const [found, setFound] = useState<{ files: number; more: boolean }>()
  useEffect(() => {
    const stop = new AbortController()
    const query = ticket === undefined ? {} : { ticket }
    client
      .call('members', { params: { id: file.id }, query, signal: stop.signal })
      .then(({ members: [first], total, more = false }) => {
        // An archive that cannot be read is listed as a single file.
        if (total > 1 || first?.path !== file.filename) setFound({ files: total, more })
      })
      // Failures are ignored: the list is optional.
      .catch(() => {})
    return () => stop.abort()
  }, [file.id, file.filename, ticket])
  return found && <Contents {...props} file={{ ...file, files: found.files }} more={found.more} />
}
