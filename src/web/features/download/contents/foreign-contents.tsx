import { type ComponentProps, useEffect, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { client } from '#web/accounts/client.ts'
import { Contents } from '#web/transfers/ui/contents/contents.tsx'

/** Contents of a ZIP that was sent as such; nothing if it cannot be read. */
export function ForeignContents(props: ComponentProps<typeof Contents> & { file: FileInfo }) {
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
