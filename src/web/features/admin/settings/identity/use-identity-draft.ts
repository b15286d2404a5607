import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Identity, PicturePaths } from '#contract/operations/branding/identity.ts'
import { isSafeLink } from '#contract/operations/branding/identity-limits.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { identityQuery } from '../../shared/queries.ts'
import { drawPreview } from './draw-pictures.ts'

/** Unsaved changes of the identity. */
export function useIdentityDraft(saved: Identity, pictures: PicturePaths) {
  const queries = useQueryClient()
  const [edits, setEdits] = useState<Partial<Identity>>({})
  const [problem, setProblem] = useState<string>()
  const draft = { ...saved, ...edits }
  const [save, busy] = useSingleFlight(async () => {
    setProblem(undefined)
    if (!draft.name.trim() || !draft.links.every(({ url }) => isSafeLink(url)))
      return setProblem(t('admin.identity.invalid'))
    try {
      const before = JSON.stringify([saved.name, saved.colour])
      let reply = await client.call('changeIdentity', { body: draft })
      // The name and the colour are drawn in the picture of previews.
      if (pictures.icon && before !== JSON.stringify([reply.identity.name, reply.identity.colour])) {
        const form = new FormData()
        const icon = await (await fetch(pictures.icon)).blob()
        form.append('preview', await drawPreview(icon, reply.identity), 'preview.png')
        reply = await client.call('changePictures', { form })
      }
      queries.setQueryData(identityQuery.queryKey, reply)
      setEdits({})
      showToast('success', t('admin.settings.saved'))
    } catch (error) {
      setProblem(failureWithReason(error, 'admin.settings.failed'))
    }
  })
  return {
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(saved),
    change: (part: Partial<Identity>) => setEdits((latest) => ({ ...latest, ...part })),
    discard: () => setEdits({}),
    save: () => save(),
    busy,
    problem,
  }
}
