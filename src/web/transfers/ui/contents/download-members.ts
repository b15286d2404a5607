import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { handToBrowser } from '#web/ui/sharing/hand-to-browser.ts'
import { type MemberPlace, memberAddress } from './member-address.ts'

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
