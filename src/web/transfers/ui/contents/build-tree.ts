import type { Member } from '#contract/transfers/members.ts'

/** A file of the list: its index, and its data. */
export type Leaf = { readonly index: number; readonly member: Member }

/** A folder of a transfer; the whole transfer is one without a name. */
export type Folder = {
  readonly name: string
  /** With the folders it is in, and a slash at the end. */
  readonly path: string
  readonly folders: readonly Folder[]
  readonly files: readonly Leaf[]
  /** All files in it and in its folders. */
  readonly all: readonly Member[]
}

type Growing = Folder & { folders: Growing[]; files: Leaf[]; all: Member[] }

/** The folders that files lie in, in the order in which they come first. */
export function buildTree(leaves: readonly Leaf[]): Folder {
  const root = folderAt('', '')
  const byPath = new Map<string, Growing>()
  for (const leaf of leaves) {
    let folder = root
    folder.all.push(leaf.member)
    for (const name of leaf.member.path.split('/').slice(0, -1)) {
      const path = `${folder.path}${name}/`
      let next = byPath.get(path)
      if (!next) {
        next = folderAt(name, path)
        byPath.set(path, next)
        folder.folders.push(next)
      }
      next.all.push(leaf.member)
      folder = next
    }
    folder.files.push(leaf)
  }
  return root
}

function folderAt(name: string, path: string): Growing {
  return { name, path, folders: [], files: [], all: [] }
}

/** Files up to which every folder is open at first. */
const maxOpen = 20

/** The folders that are open at first: all of a few files, else the first, and that in it as long as it is alone. */
export function openAtFirst(root: Folder): ReadonlySet<string> {
  const open = new Set<string>()
  function walk({ folders }: Folder): void {
    for (const folder of folders) {
      open.add(folder.path)
      walk(folder)
    }
  }
  if (root.all.length <= maxOpen) walk(root)
  else
    for (
      let folder = root.folders[0];
      folder;
      folder = folder.files.length === 0 ? folder.folders[0] : undefined
    )
      open.add(folder.path)
  return open
}
