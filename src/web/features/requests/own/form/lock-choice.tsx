import '#web/ui/controls/option-card.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { mlKemAlgorithms } from '#contract/accounts/key-algorithms.ts'
import type { OwnKey, ServiceKeyAlgorithm } from '#contract/accounts/keys.ts'
import { t } from '#web/i18n/t.ts'
import { keysQuery } from '#web/service/queries.ts'
import { SetBy } from '#web/service/set-by.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldError } from '#web/ui/forms/form-field.tsx'
import { KeyCheck } from '../key-check.tsx'
import type { RequestDraft } from './request-draft.ts'

export type KeyDialogComponent = ComponentType<{
  algorithm: ServiceKeyAlgorithm
  onMade: () => void | Promise<void>
  onClose: () => void
}>

export type RequestKeyDialogComponent = ComponentType<{
  onMade: () => void | Promise<void>
  onClose: () => void
}>

/** Made where there is no key yet. */
const newAlgorithm = 'ml-kem768'

type Props = {
  form: UseFormReturn<RequestDraft>
  /** Locks that may be chosen; `browser` lets visitors seal in their browsers. */
  allowed: readonly RequestDraft['lock'][]
  KeyDialog: KeyDialogComponent
  RequestKeyDialog: RequestKeyDialogComponent
}

/** Choice of who can open received files. Choosing a key without having one creates it in place, and nothing typed is lost. */
export function LockChoice({ form, allowed, KeyDialog, RequestKeyDialog }: Props) {
  const queries = useQueryClient()
  const { data: keys = [] } = useQuery(keysQuery)
  const [making, setMaking] = useState<'key' | 'browser'>()
  const key = strongestOf(keys)
  const browserKey = keys.find(({ algorithm }) => algorithm === 'x-wing')
  const problem = form.formState.errors.lock?.message
  const lock = form.register('lock', {
    onChange: ({ target }: { target: { value: string } }) => {
      if (target.value === 'key' && !key) setMaking('key')
      if (target.value === 'browser' && !browserKey) setMaking('browser')
    },
    validate: (value) =>
      value === 'none' || (value === 'key' ? key : browserKey) !== undefined || t('requests.keyMissing'),
  })
  async function finish() {
    await queries.invalidateQueries(keysQuery)
    if (making) form.setValue('lock', making)
    setMaking(undefined)
    form.clearErrors('lock')
  }
  function leave() {
    setMaking(undefined)
    form.setValue('lock', allowed.at(-1) ?? 'none')
  }
  const chosen = form.watch('lock')
  const isKeyMissing = (chosen === 'key' && !key) || (chosen === 'browser' && !browserKey)
  const mayBeSealed = allowed.includes('browser')
  return (
    <fieldset className="stack-s lock-choice" aria-describedby={problem && 'lock-problem'}>
      <legend>{t('requests.whoOpens')}</legend>
      {mayBeSealed && (
        <label className="option-card">
          <input type="radio" value="browser" {...lock} />
          <b>{t('requests.inBrowser')}</b>
          <span className="hint">
            {t('requests.inBrowserText')} {!browserKey && t('requests.noKeyYet')}
          </span>
        </label>
      )}
      {mayBeSealed && browserKey && <KeyCheck words={browserKey.words} />}
      {allowed.includes('key') && (
        <label className="option-card">
          <input type="radio" value="key" {...lock} />
          <b>{t(mayBeSealed ? 'requests.onlyMeScanned' : 'requests.onlyMe')}</b>
          <span className="hint">
            {t('requests.onlyMeText')} {!key && t('requests.noKeyYet')}
          </span>
        </label>
      )}
      {allowed.includes('key') && key && <KeyCheck words={key.words} />}
      {allowed.includes('none') && (
        <label className="option-card">
          <input type="radio" value="none" {...lock} />
          <b>{t('requests.likeMine')}</b>
          <span className="hint">{t('requests.likeMineText')}</span>
        </label>
      )}
      <SetBy rules={['requestLock']} />
      {problem && <FieldError id="lock-problem">{problem}</FieldError>}
      {isKeyMissing && (
        <div>
          <Button onClick={() => setMaking(chosen)}>{t('options.makeKey')}</Button>
        </div>
      )}
      {making && (
        <OutsideForm>
          {making === 'key' ? (
            <KeyDialog algorithm={newAlgorithm} onMade={finish} onClose={leave} />
          ) : (
            <RequestKeyDialog onMade={finish} onClose={leave} />
          )}
        </OutsideForm>
      )}
    </fieldset>
  )
}

/** Renders a dialog with a form of its own elsewhere: browsers keep the events of a form within another one to themselves. */
function OutsideForm({ children }: { children: ReactNode }) {
  return createPortal(<div onSubmit={(event) => event.stopPropagation()}>{children}</div>, document.body)
}

/** The pair that the service locks with; undefined without one. */
export function strongestOf(keys: readonly OwnKey[]): OwnKey | undefined {
  return mlKemAlgorithms
    .toReversed()
    .map(({ value }) => keys.find(({ algorithm }) => algorithm === value))
    .find((key) => key !== undefined)
}
