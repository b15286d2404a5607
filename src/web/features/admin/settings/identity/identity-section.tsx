import './identity.css'
import { useQuery } from '@tanstack/react-query'
import type { Identity, PicturePaths } from '#contract/operations/branding/identity.ts'
import { identityLimits } from '#contract/operations/branding/identity-limits.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormField, FormProblem } from '#web/ui/forms/form-field.tsx'
import { identityQuery } from '../../shared/queries.ts'
import { ColourField } from './colour-field.tsx'
import { IdentityPreview } from './identity-preview.tsx'
import { IdentityTexts } from './identity-texts.tsx'
import { Pictures } from './pictures.tsx'
import { useIdentityDraft } from './use-identity-draft.ts'

/** Name, looks and texts of the service, beside a preview of what they come to. */
export function IdentitySection() {
  const { data } = useQuery(identityQuery)
  return data ? <IdentityForm saved={data.identity} pictures={data.pictures} /> : null
}

function IdentityForm({ saved, pictures }: { saved: Identity; pictures: PicturePaths }) {
  const { draft, change, isChanged, save, busy, problem, discard } = useIdentityDraft(saved, pictures)
  return (
    <form
      className="card card-pad stack identity"
      noValidate
      aria-labelledby="settings-identity"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <h2 id="settings-identity" tabIndex={-1}>
        {t('admin.identity.title')}
      </h2>
      <div className="identity-grid">
        <div className="stack">
          <FormField label={t('admin.identity.name')} hint={t('admin.identity.nameHint')}>
            {(tie) => (
              <input
                className="input"
                {...tie}
                maxLength={identityLimits.name}
                value={draft.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          </FormField>
          <Pictures identity={draft} pictures={pictures} />
          <ColourField colour={draft.colour} onChange={(colour) => change({ colour })} />
          <IdentityTexts identity={draft} onChange={change} />
        </div>
        <IdentityPreview identity={draft} pictures={pictures} />
      </div>
      <FormProblem text={problem} />
      {isChanged && (
        <div className="bar-row">
          <Button type="submit" variant="primary" busy={busy} busyText={t('admin.settings.saving')}>
            {t('admin.identity.save')}
          </Button>
          <Button variant="quiet" onClick={discard}>
            {t('admin.settings.discard')}
          </Button>
          <span className="small muted">{t('admin.identity.live')}</span>
        </div>
      )}
    </form>
  )
}
