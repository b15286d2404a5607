import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Identity, PicturePaths } from '#contract/operations/branding/identity.ts'
import { client } from '#web/accounts/client.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { identityQuery } from '../../shared/queries.ts'
import { drawIcons, drawLogo, drawPreview, UnusablePicture } from './draw-pictures.ts'

type Role = 'logo' | 'logoDark' | 'icon'
const roles: readonly [role: Role, name: TextKey][] = [
  ['logo', 'admin.identity.logo'],
  ['logoDark', 'admin.identity.logoDark'],
  ['icon', 'admin.identity.icon'],
]

/** The pictures of the service, each replaced as soon as one is chosen. */
export function Pictures({ identity, pictures }: { identity: Identity; pictures: PicturePaths }) {
  return (
    <fieldset className="identity-pictures">
      <legend>{t('admin.identity.pictures')}</legend>
      <div className="identity-plates">
        {roles.map(([role, name]) => (
          <Plate key={role} role={role} name={t(name)} path={pictures[role]} identity={identity} />
        ))}
      </div>
      <p className="hint">{t('admin.identity.picturesHint')}</p>
    </fieldset>
  )
}

type PlateProps = { role: Role; name: string; path: string | undefined; identity: Identity }

function Plate({ role, name, path, identity }: PlateProps) {
  const queries = useQueryClient()
  const id = useId()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function send(parts: readonly (readonly [string, Blob])[]) {
    setBusy(true)
    setProblem('')
    try {
      const form = new FormData()
      for (const [part, content] of parts) form.append(part, content, part)
      queries.setQueryData(identityQuery.queryKey, await client.call('changePictures', { form }))
      showToast('success', t('admin.settings.saved'))
    } catch (error) {
      setProblem(failureText(error, 'admin.settings.failed'))
    } finally {
      setBusy(false)
    }
  }

  async function choose(file: File | undefined) {
    if (!file) return
    try {
      if (role !== 'icon') await send([[role, await drawLogo(file)]])
      else {
        const icons = await drawIcons(file, identity)
        const preview = await drawPreview(icons.icon, identity)
        await send([...Object.entries(icons), ['preview', preview]])
      }
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error
      setProblem(t('code.PICTURE_REFUSED'))
    }
  }

  return (
    <div className={`identity-plate ${role}`}>
      <div className="plate-picture">{path ? <img src={path} alt={name} /> : <span>{name}</span>}</div>
      <label className="btn btn-quiet" htmlFor={id}>
        {path ? t('admin.identity.replace', { name }) : t('admin.identity.add', { name })}
      </label>
      <input
        id={id}
        className="vh"
        type="file"
        accept="image/png,image/webp,image/jpeg"
        disabled={busy}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
      {path && (
        <Button variant="quiet" disabled={busy} onClick={() => void send([[role, new Blob([])]])}>
          {t('admin.identity.remove', { name })}
        </Button>
      )}
      {problem && (
        <p className="hint-bad" role="alert" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}
