import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { OwnKey } from '#contract/accounts/keys.ts'
import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { readSeed } from '#end-to-end/format/private-half.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { client } from '#web/accounts/client.ts'
import { holdSeed } from '#web/accounts/held-seed.ts'
import { useSession } from '#web/accounts/session.ts'
import { t } from '#web/i18n/t.ts'
import { askSeed } from '#web/transfers/request-keys/ask-seed.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { clockNow } from '#web/ui/time/clock.ts'
import { sealedProblemOf } from './sealed-state.ts'
import { sealedText } from './sealed-text.ts'
import type { Sealed } from './use-sealed.ts'

/** Asks the owner of a request for their key: its password where a sealed copy is here, or its words, typed or from a file. */
export function OwnerForm({ sealed }: { sealed: Sealed }) {
  const id = useId()
  const kept = useKeptKey()
  const [byWords, setByWords] = useState(false)
  const [typed, setTyped] = useState('')
  const [isTrying, setTrying] = useState(false)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const { problem } = sealed
  const isBusy = isTrying || sealed.isOpening
  const wantsWords = byWords || !kept?.encryptedPrivateKey

  useEffect(() => {
    if (!problem) return
    field.current?.focus()
    field.current?.select()
  }, [problem])

  async function findSeed(): Promise<Bytes | undefined> {
    if (wantsWords) return readSeed(webPrimitives, typed)
    const [publicKey, copy] = [bytesOf(kept.public_key), bytesOf(kept.encryptedPrivateKey ?? '')]
    return askSeed({ publicKey, sealed: copy, password: typed })
  }
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    if (typed.trim() === '') return field.current?.focus()
    setTrying(true)
    try {
      const seed = await findSeed()
      if (!seed) return sealed.refuse({ kind: 'wrong-password' })
      holdSeed(seed)
      await sealed.open({ seed })
    } catch (error) {
      sealed.refuse(sealedProblemOf(error, { hasPassword: true, now: clockNow() }))
    } finally {
      setTrying(false)
    }
  }
  function edit(text: string) {
    setTyped(text)
    sealed.edited()
  }
  function turn(words: boolean) {
    setByWords(words)
    edit('')
  }
  const tie = {
    id: `${id}field`,
    value: typed,
    'aria-describedby': `${id}hint`,
    'aria-invalid': problem !== undefined,
    onChange: ({ target }: { target: { value: string } }) => edit(target.value),
  }
  if (kept === undefined) return <p role="status">{t('shell.loading')}</p>
  return (
    <form className="stack-s get" noValidate aria-label={t('sealed.open')} onSubmit={submit}>
      <label htmlFor={`${id}field`}>{t(wantsWords ? 'sealed.keyWords' : 'sealed.keyPassword')}</label>
      <div className={wantsWords ? 'stack-s' : 'copyfield'}>
        {wantsWords ? (
          <textarea
            {...tie}
            className="input"
            rows={4}
            ref={field}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : (
          <PasswordField {...tie} ref={field} autoComplete="off" />
        )}
        <Button type="submit" variant="primary" large busy={isBusy} busyText={t('sealed.opening')}>
          {t('sealed.open')}
        </Button>
      </div>
      {problem ? (
        <div className="note note-bad" role="alert" id={`${id}hint`}>
          <Icon name="warning" />
          <span>{sealedText(problem)}</span>
        </div>
      ) : (
        <p className="hint" id={`${id}hint`}>
          {t(wantsWords ? 'sealed.keyWordsHint' : 'sealed.keyPasswordHint')}
        </p>
      )}
      <div className="bar-row">
        {wantsWords && (
          <>
            <Button onClick={() => file.current?.click()}>{t('sealed.keyFile')}</Button>
            <input
              ref={file}
              type="file"
              hidden
              accept=".txt,text/plain"
              onChange={({ target }) => void target.files?.[0]?.text().then(edit)}
            />
          </>
        )}
        {kept?.encryptedPrivateKey && (
          <Button variant="quiet" onClick={() => turn(!byWords)}>
            {t(byWords ? 'sealed.usePassword' : 'sealed.useWords')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The key of the person who is signed in; null without one, undefined until that is known. */
function useKeptKey(): OwnKey | null | undefined {
  const { status } = useSession()
  const [key, setKey] = useState<OwnKey | null>()
  useEffect(() => {
    if (status === 'loading') return undefined
    if (status !== 'user') return setKey(null)
    const stop = new AbortController()
    client
      .call('key', { params: { algorithm: 'x-wing' }, signal: stop.signal })
      .then((reply) => setKey(reply.key))
      .catch(() => !stop.signal.aborted && setKey(null))
    return () => stop.abort()
  }, [status])
  return key
}

function bytesOf(base64: string): Bytes {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
}
