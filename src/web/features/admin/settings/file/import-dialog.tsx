import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Identity } from '#contract/operations/branding/identity.ts'
import type { SettingsFile } from '#contract/operations/settings-file.ts'
import { client } from '#web/accounts/client.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { displayText, settingText } from '../setting-text.ts'
import { ownTextName } from '../texts/own-text-section.tsx'
import { type ComingChanges, comingChanges, type Present } from './coming-changes.ts'

type Props = { file: SettingsFile; present: Present; onClose: () => void }

/** Shows what an import would change, and does it. */
export function ImportDialog({ file, present, onClose }: Props) {
  const id = useId()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const changes = comingChanges(file, present)
  const lines = linesOf(changes, present.file.identity, file.identity)
  const [take, busy] = useSingleFlight(async () => {
    setProblem(undefined)
    try {
      await client.call('importSettings', { body: file })
      showToast('success', t('admin.file.imported'))
      onClose()
      await queries.invalidateQueries()
    } catch (error) {
      setProblem(problemOf(error))
    }
  })
  return (
    <FormDialog
      title={t('admin.file.importTitle')}
      describedBy={id}
      action={t('admin.file.importNow')}
      busyAction={t('admin.settings.saving')}
      busy={busy}
      disabled={lines.length === 0 || changes.unknown.length > 0}
      problem={
        problem ??
        (changes.unknown.length > 0
          ? t('admin.file.unknown', { names: changes.unknown.join(', ') })
          : undefined)
      }
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
      onClose={onClose}
    >
      <p id={id}>
        {lines.length === 0 ? t('admin.file.same') : t('admin.file.changes', { count: lines.length })}
      </p>
      <ul className="bullets">
        {lines.map((line) => (
          <li key={line} className="break">
            {line}
          </li>
        ))}
      </ul>
      {changes.fixed.length > 0 && (
        <p className="small muted">
          {t('admin.file.fixed', { names: changes.fixed.map(nameOf).join(', ') })}
        </p>
      )}
    </FormDialog>
  )
}

/** The names that a group of parts of the identity has on the page above. */
const identityText: Readonly<Record<keyof Identity, TextKey>> = {
  name: 'admin.identity.name',
  colour: 'admin.identity.colour',
  startTitle: 'admin.identity.startPage',
  startText: 'admin.identity.startPage',
  note: 'admin.identity.note',
  links: 'admin.identity.footer',
  hidePricing: 'admin.identity.footer',
  hideSignUp: 'admin.identity.footer',
  poweredBy: 'admin.identity.footer',
  mailSignature: 'admin.identity.emails',
  mailIntroduction: 'admin.identity.emails',
}

function linesOf(changes: ComingChanges, before: Identity, after: Identity): string[] {
  const change = (name: string, from: string | null, to: string) =>
    t('admin.file.change', { name, from: displayText(from), to: displayText(to) })
  const settings = changes.settings.map(({ name, from, to }) => change(nameOf(name), from, to))
  const identity = changes.identity.map((part) =>
    part === 'name' || part === 'colour'
      ? change(t(identityText[part]), before[part], after[part])
      : t('admin.file.replaced', { name: t(identityText[part]) }),
  )
  const texts = changes.texts.map(({ page, version, publish }) => {
    const name = t(ownTextName[page])
    return publish ? t('admin.file.textPublished', { name, version }) : t('admin.file.textDraft', { name })
  })
  const groups = changes.groups ? [t('admin.file.replaced', { name: t('admin.tab.groups') })] : []
  return [...new Set([...identity, ...settings, ...texts, ...groups])]
}

function nameOf(name: string): string {
  const words = settingText[name]
  return words ? t(words.name) : name
}

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError) || !error.details)
    return failureWithReason(error, 'admin.file.importFailed')
  if (error.code === 'BAD_REQUEST') return t('admin.file.wrongPart', { part: error.details })
  if (error.code !== 'INVALID_SETTING') return failureWithReason(error, 'admin.file.importFailed')
  return t('admin.file.refused', { names: error.details.split(',').map(nameOf).join(', ') })
}
