import type { Member } from '#contract/transfers/members.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import type { Members } from '#web/transfers/ui/contents/use-members.ts'
import { promisedType } from './decrypted-preview.ts'

/** The files of an opened transfer whose path has a text in it, in any case and with any accents. All of them are known. */
export function sealedMembers(files: readonly BundleFile[], search: string): Members {
  const sought = folded(search.trim())
  const found = files.flatMap((file, n) => (folded(file.path).includes(sought) ? [memberOf(file, n)] : []))
  return {
    rows: found.map((_, index) => ({ index })),
    at: (index) => found[index],
    need: () => {},
    failed: false,
    retry: () => {},
  }
}

function memberOf(file: BundleFile, n: number): Member {
  const { path, size, thumbnail } = file
  return { n, path, size, type: promisedType(file), thumbnail: thumbnail !== undefined }
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()
}
