import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { mlKemAlgorithms } from '#contract/accounts/key-algorithms.ts'
import type { OwnKey, ServiceKeyAlgorithm } from '#contract/accounts/keys.ts'
import { t } from '#web/i18n/t.ts'
import { keysQuery } from '#web/service/queries.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { KeyCheck } from '../key-check.tsx'
import type { RequestDraft } from './request-draft.ts'

export type KeyDialogComponent = ComponentType<{
  algorithm: ServiceKeyAlgorithm
  onMade: () => void | Promise<void>
  onClose: () => void
}>

/** Made where there is no key yet. */
const newAlgorithm = 'ml-kem768'

type Props = { form: UseFormReturn<RequestDraft>; KeyDialog: KeyDialogComponent }

/** Choice of who can open received files. Choosing a key without having one creates it in place, and nothing typed is lost. */
export function LockChoice({ form, KeyDialog }: Props) {
  const queries = useQueryClient()
  const { data: keys = [] } = useQuery(keysQuery)
  const [making, setMaking] = useState(false)
  const key = strongestOf(keys)
  const problem = form.formState.errors.lock?.message
  const lock = form.register('lock', {
    onChange: ({ target }: { target: { value: string } }) => {
      if (target.value === 'key' && !key) setMaking(true)
    },
    validate: (value) => value === 'none' || key !== undefined || t('requests.keyMissing'),
  })
  async function finish() {
    await queries.invalidateQueries(keysQuery)
    setMaking(false)
    form.setValue('lock', 'key')
    form.clearErrors('lock')
  }
  function leave() {
    setMaking(false)
    form.setValue('lock', 'none')
  }
  return (
    <fieldset className="stack-s lock-choice" aria-describedby={problem && 'lock-problem'}>
      <legend>{t('requests.whoOpens')}</legend>
      <label className="lock-option">
        <input type="radio" value="key" {...lock} />
        <b>{t('requests.onlyMe')}</b>
        <span className="hint">
          {t('requests.onlyMeText')} {!key && t('requests.noKeyYet')}
        </span>
      </label>
      {key && <KeyCheck words={key.words} />}
      <label className="lock-option">
        <input type="radio" value="none" {...lock} />
        <b>{t('requests.likeMine')}</b>
        <span className="hint">{t('requests.likeMineText')}</span>
      </label>
      {problem && (
        <p className="hint-bad" id="lock-problem">
          <Icon name="warning" />
          {problem}
        </p>
      )}
      {making && <KeyDialog algorithm={newAlgorithm} onMade={finish} onClose={leave} />}
    </fieldset>
  )
}

/** The pair that the service locks with; undefined without one. */
export function strongestOf(keys: readonly OwnKey[]): OwnKey | undefined {
  return mlKemAlgorithms
    .toReversed()
    .map(({ value }) => keys.find(({ algorithm }) => algorithm === value))
    .find((key) => key !== undefined)
}
