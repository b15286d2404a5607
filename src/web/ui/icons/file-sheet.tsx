import './file-sheet.css'

/** A sheet with a folded corner that names the type of a file: decoration beside its name. */
export function FileSheet({ name }: { name: string }) {
  const [, extension = ''] = /\.([^./\\]{1,4})[. ]*$/.exec(name) ?? []
  return (
    <span className="sheet" aria-hidden="true">
      {extension}
    </span>
  )
}
