import type { Member } from '#contract/transfers/members.ts'

/** Link and ticket that the files of a transfer are fetched with. */
export type MemberPlace = { readonly id: string; readonly ticket: string | undefined }

/** The address of a file inside a transfer, of its preview or of its thumbnail. */
export function memberAddress(
  { id, ticket }: MemberPlace,
  { n }: Pick<Member, 'n'>,
  part: '' | '/preview' | '/thumbnail' = '',
): string {
  const query = ticket === undefined ? '' : `?ticket=${ticket}`
  return `/api/download/${id}/members/${n}${part}${query}`
}

/** A path as its last name and the folders before it. */
export function splitPath(path: string): { name: string; folder: string } {
  const end = path.lastIndexOf('/')
  return { name: path.slice(end + 1), folder: path.slice(0, Math.max(0, end)) }
}
