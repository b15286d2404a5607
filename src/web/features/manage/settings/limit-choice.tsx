import { useId, useState } from 'react'
import type { UpdateTransferRequest } from '#contract/transfers/manage.ts'
import { client } from '#web/accounts/client.ts'
import { downloadBounds, LimitDialog } from '#web/features/manage/links/limit-dialog.tsx'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { SetBy } from '#web/service/set-by.tsx'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import type { PartProps } from '../use-managed.ts'
import { Setting } from './setting.tsx'

const usual = [5, 20]

/** How often the main link may be downloaded. */
export function LimitChoice({ managed, transfer }: PartProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState(false)
  const main = transfer.links.find(({ kind }) => kind === 'main')
  const limit = main?.downloadLimit ?? null
  const chosen = transfer.deleteAfterDownload ? 'once' : limit === null ? 'none' : String(limit)
  const bounds = downloadBounds(useServiceConfig())
  const { least, most } = bounds
  const numbers = [...new Set([...usual, ...(limit === null ? [] : [limit])])]
    .filter((number) => number === limit || (number >= least && number <= most))
    .toSorted((a, b) => a - b)

  async function save(body: UpdateTransferRequest): Promise<string | undefined> {
    return managed.change(async (headers, ref) => {
      const reply = await client.call('updateTransfer', { params: { ref }, headers, body })
      if (reply.transfer) showToast('success', savedText(body))
      return reply
    }, 'manage.notSaved')
  }
  const [choose, busy] = useSingleFlight(async (value: string) => setProblem(await save(bodyOf(value))))

  return (
    <Setting
      id={id}
      label={t('manage.downloads')}
      hint={t('manage.soFar', { count: main?.downloads ?? 0 })}
      problem={problem}
    >
      <Select
        id={id}
        aria-describedby={`${id}-about`}
        aria-disabled={busy || undefined}
        value={chosen}
        options={[
          ...(bounds.required && limit !== null ? [] : [{ value: 'none', text: t('manage.noLimit') }]),
          ...(least > 1 && !transfer.deleteAfterDownload ? [] : [{ value: 'once', text: t('manage.once') }]),
          ...numbers.map((number) => ({
            value: String(number),
            text: t('manage.times', { count: number }),
          })),
          { value: 'other', text: t('manage.otherNumber') },
        ]}
        onChoose={(value) => {
          if (value === 'other') setAsked(true)
          else choose(value)
        }}
      />
      <SetBy rules={['downloadLimit']} />
      {asked && (
        <LimitDialog
          title={t('manage.downloads')}
          limit={limit}
          bounds={bounds}
          onSave={(downloadLimit) => save({ downloadLimit, deleteAfterDownload: false })}
          onClose={() => setAsked(false)}
        />
      )}
    </Setting>
  )
}

function bodyOf(value: string): UpdateTransferRequest {
  if (value === 'once') return { deleteAfterDownload: true }
  return { deleteAfterDownload: false, downloadLimit: value === 'none' ? null : Number(value) }
}

function savedText({ deleteAfterDownload, downloadLimit }: UpdateTransferRequest): string {
  if (deleteAfterDownload) return t('manage.savedOnce')
  if (downloadLimit == null) return t('manage.savedNoLimit')
  return t('manage.savedLimit', { count: downloadLimit })
}
