import { extensionOf } from '#web/transfers/selection/selection.ts'
import '#web/ui/facts/file-sheet.css'
import { lazyExtra } from '#web/ui/lazy/lazy-extra.ts'

const Thumbnail = lazyExtra(() => import('./thumbnail.tsx'), <span className="thumb" aria-hidden="true" />)

/** What a file is: a small picture of a picture or a video, made here, or else a sheet with its name's extension. */
export function FileSign({ file }: { file: File }) {
  const sheet = <FileSheet extension={extensionOf(file.name)} />
  if (!/^(image|video)\//.test(file.type)) return sheet
  // The place stays, whatever becomes of the part.
  return (
    <span>
      <Thumbnail file={file} sheet={sheet} />
    </span>
  )
}

function FileSheet({ extension }: { extension: string }) {
  return (
    <span className="sheet" aria-hidden="true">
      {extension.length <= 4 ? extension : ''}
    </span>
  )
}
