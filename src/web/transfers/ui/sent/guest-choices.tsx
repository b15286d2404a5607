import { useState } from 'react'
import type { UploadReply } from '#contract/transfers/files.ts'
import { t } from '#web/i18n/t.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { isListKept, keepList, rememberSentHere } from '../../store/sent-here.ts'
import MailManageLink from './mail-manage-link.tsx'

/** How people without an account find the manage link again: by mail, and in the list of this browser. */
export default function GuestChoices({ reply }: { reply: UploadReply }) {
  const [kept, setKept] = useState(isListKept)
  const { transfer, manageUrl } = reply
  function choose(keep: boolean) {
    keepList(keep)
    if (keep) rememberSentHere(reply, clockNow())
    setKept(keep)
  }
  return (
    <>
      <MailManageLink reference={transfer.ref} token={manageUrl.split('#')[1] ?? ''} />
      <label className="row-check">
        <input type="checkbox" checked={kept} onChange={({ target }) => choose(target.checked)} />
        <span>{t('sentHere.keep')}</span>
      </label>
    </>
  )
}
