import { useId, useState } from 'react'
import { fileNameOf } from '#contract/operations/branding/file-name.ts'
import type { SettingsFile } from '#contract/operations/settings-file.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { productName } from '#web/ui/browser/brand.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import { headingId } from '../setting-text.ts'
import type { Present } from './coming-changes.ts'
import { ImportDialog } from './import-dialog.tsx'
import { readSettingsFile } from './read-settings-file.ts'

/** Saves settings, identity and own texts as one file, and takes over that of another service after a look at it. */
export function SettingsFileSection() {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<{ file: SettingsFile; present: Present }>()
  const [save, saving] = useSingleFlight(async () => {
    try {
      const { success: _, ...file } = await client.call('exportSettings')
      const content = new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' })
      const day = new Date().toISOString().slice(0, 10)
      saveContent({ name: `${fileNameOf(productName)}-settings-${day}.json`, content })
    } catch (error) {
      showToast('error', failureWithReason(error, 'admin.file.exportFailed'))
    }
  })
  const [look, looking] = useSingleFlight(async (selected: Blob) => {
    setProblem(undefined)
    try {
      const file = await readSettingsFile(selected)
      if (typeof file === 'string') setProblem(file)
      else setChosen({ file, present: await findPresent() })
    } catch (error) {
      setProblem(failureWithReason(error, 'admin.file.importFailed'))
    }
  })
  return (
    <section className="card card-pad stack-s settings-file" aria-labelledby={headingId('file')}>
      <h2 id={headingId('file')} tabIndex={-1}>
        {t('admin.file.title')}
      </h2>
      <p className="small muted">{t('admin.file.about')}</p>
      <div className="bar-row">
        <Button busy={saving} onClick={() => save()}>
          <Icon name="download" />
          {t('admin.file.export')}
        </Button>
        <input
          id={id}
          className="vh"
          type="file"
          accept="application/json,.json"
          disabled={looking}
          onChange={({ target }) => {
            const [selected] = target.files ?? []
            if (selected) look(selected)
            target.value = ''
          }}
        />
        <label className="btn btn-line" htmlFor={id}>
          <Icon name="upload" />
          {t('admin.file.import')}
        </label>
      </div>
      <FormProblem text={problem} />
      {chosen && <ImportDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

async function findPresent(): Promise<Present> {
  const [{ settings }, file] = await Promise.all([client.call('settings'), client.call('exportSettings')])
  return { settings, file }
}
