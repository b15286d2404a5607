import { FileSheet } from '#web/ui/icons/file-sheet.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'

const Thumbnail = lazyExtra(() => import('./thumbnail.tsx'), <span className="thumb" aria-hidden="true" />)

type Props = {
  file: File
  /** Name whose extension stands for it where there is no picture: its own unless told. */
  name?: string
}

/** Icon of a file: a thumbnail of a picture or video, made here, or else a sheet with the name's extension. */
export function FileSign({ file, name = file.name }: Props) {
  const sheet = <FileSheet name={name} />
  if (!/^(image|video)\//.test(file.type)) return sheet
  // The place stays, whatever becomes of the part.
  return (
    <span>
      <Thumbnail file={file} sheet={sheet} />
    </span>
  )
}
