import './file-sheet.css'
import { extensionOf } from '../selection/selection.ts'

/** A sheet with a folded corner that names the type of a file: decoration beside its name. */
export function FileSheet({ name }: { name: string }) {
  const extension = extensionOf(name)
  return (
    <span className="sheet" aria-hidden="true">
      {extension.length <= 4 ? extension : ''}
    </span>
  )
}
