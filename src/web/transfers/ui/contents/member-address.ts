import type { Member } from '#contract/transfers/members.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { handToBrowser } from '#web/ui/sharing/hand-to-browser.ts'

/** Link and ticket that the files of a transfer are fetched with. */
type Served = { readonly id: string; readonly ticket: string | undefined }

/** Shown by an element: by an address, or as the text itself. The type is that of the bytes. */
export type Shown =
  | { readonly type: string; readonly address: string; readonly release?: () => void }
  | { readonly type: string; readonly text: string }

/** How the files of a list are taken and looked at: from the server, or out of what this browser has opened. */
export type MemberPlace = {
  /** The address of a file, for a link; undefined where a click has it decrypted. */
  readonly address: ((member: Member) => string) | undefined
  /** Saves files, by their numbers: one as it is, several as a ZIP. Says what fails. */
  readonly download: (numbers: Iterable<number>) => void
  readonly thumbnail: (member: Member) => string | Promise<string | undefined>
  readonly preview: (member: Member, signal: AbortSignal) => Shown | Promise<Shown>
}

/** Files that the server opens. */
export function servedPlace(served: Served): MemberPlace {
  return {
    address: (member) => memberAddress(served, member),
    download: (numbers) => void downloadMembers(served, numbers),
    thumbnail: (member) => memberAddress(served, member, '/thumbnail'),
    preview: (member) => ({ type: member.type, address: memberAddress(served, member, '/preview') }),
  }
}

/** The address of a file inside a transfer, of its preview or of its thumbnail. */
function memberAddress(
  { id, ticket }: Served,
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

/** Hands files inside a transfer, by their numbers, to the browser: one as it is, several as a ZIP. Says what fails. */
async function downloadMembers(place: Served, numbers: Iterable<number>): Promise<void> {
  const [n, ...rest] = numbers
  if (n === undefined) return
  if (rest.length === 0) return handToBrowser(memberAddress(place, { n }))
  const { id, ticket } = place
  const query = ticket === undefined ? {} : { ticket }
  try {
    const call = { params: { id }, query, body: { members: [n, ...rest] } }
    handToBrowser((await client.call('selection', call)).url)
  } catch {
    showToast('error', t('contents.selectionFailed'))
  }
}
