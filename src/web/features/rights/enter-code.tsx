import { client } from '#web/accounts/client.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { CodeForm } from '#web/ui/forms/code-form.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { clockNow, useNow } from '#web/ui/time/clock.ts'

type Props = {
  email: string
  /** From when on another code may be asked for; ms since 1970. */
  retryAt: number
  /** Called after a new code was sent, to start again without the earlier error. */
  onSentAgain: (retryAt: number) => void
  onOpened: (session: string) => void
  onBack: () => void
}

/** Takes the code of the mail. Nothing is known here of what there is behind it. */
export function EnterCode({ email, retryAt, onSentAgain, onOpened, onBack }: Props) {
  const mayResend = useNow({ until: retryAt }) >= retryAt
  async function open(code: string) {
    const body = { email, code, language: spokenLanguage() }
    onOpened((await client.call('openRights', { body })).session)
  }
  async function resend() {
    const { retryAfter } = await client.call('rightsCode', { body: { email, language: spokenLanguage() } })
    onSentAgain(clockNow() + retryAfter * 1000)
    announce(t('rights.sentAgain', { address: email }))
  }
  return (
    <div className="rights-start stack">
      <CodeForm
        className="card stack"
        submit={{ large: true, wide: true, text: t('rights.continue'), busyText: t('rights.checking') }}
        onCode={open}
        other={{ text: t('rights.otherAddress'), onChoose: onBack }}
        resend={{
          text: t('rights.resend'),
          failed: 'rights.notSent',
          later: mayResend ? undefined : null,
          send: resend,
        }}
      >
        <FocusedHeading>{t('rights.enterCode')}</FocusedHeading>
        <p className="muted break">{t('rights.sentTo', { address: email })}</p>
      </CodeForm>
    </div>
  )
}
