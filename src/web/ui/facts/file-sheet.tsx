import './file-sheet.css'

/** A sheet with a folded corner that names the type of a file: decoration beside its name. */
export function FileSheet({ extension }: { extension: string }) {
  return (
    <span className="sheet" aria-hidden="true">
      {extension.length <= 4 ? extension : ''}
    </span>
  )
}
