import type { Member } from '#contract/transfers/members.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { handToBrowser } from '#web/ui/sharing/hand-to-browser.ts'

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

/** Hands files inside a transfer, by their numbers, to the browser: one as it is, several as a ZIP. Says what fails. */
export async function downloadMembers(place: MemberPlace, numbers: Iterable<number>): Promise<void> {
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
