import './legal.css'
import { useEffect, useState } from 'react'
import type { RetentionState } from '#contract/operations/retention.ts'
import { client } from '#web/accounts/client.ts'
import { formatClock, formatDuration } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { type KeptRow, keptRows } from './kept-rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Measured = { readonly measuredAt: string; readonly kinds: readonly RetentionState[] }

/** Data kept, its purpose, legal ground and period, and the current age of the oldest. */
export function RetentionTable() {
  const config = useServiceConfig()
  const [measured, setMeasured] = useState<Measured | 'failed'>()
  useEffect(() => {
    const leaving = new AbortController()
    client.call('retention', { signal: leaving.signal }).then(setMeasured, () => {
      if (!leaving.signal.aborted) setMeasured('failed')
    })
    return () => leaving.abort()
  }, [])
  const ages = typeof measured === 'object' ? measured.kinds : undefined
  const caption = t('privacy.kept.caption')
  return (
    <>
      <p className="small muted">{caption}</p>
      <DataTable<KeptRow>
        caption={caption}
        rows={keptRows(config)}
        keyOf={({ what }) => what}
        columns={[
          { key: 'what', label: t('privacy.kept.what'), kind: 'first', cell: ({ what }) => what },
          { key: 'why', label: t('privacy.kept.why'), cell: ({ why }) => why },
          { key: 'ground', label: t('privacy.kept.ground'), cell: ({ ground }) => ground },
          { key: 'howLong', label: t('privacy.kept.howLong'), cell: ({ howLong }) => howLong },
          {
            key: 'oldest',
            label: t('privacy.kept.oldest'),
            cell: ({ kinds }) => ages && <Oldest of={ages.filter(({ kind }) => kinds.includes(kind))} />,
          },
        ]}
      />
      <p className="small muted" role="status">
        {measured === 'failed' && t('privacy.kept.notMeasured')}
        {typeof measured === 'object' &&
          t('privacy.kept.measured', { time: formatClock(Date.parse(measured.measuredAt)) })}
      </p>
    </>
  )
}

function Oldest({ of }: { of: readonly RetentionState[] }) {
  if (of.length === 0) return '–'
  const ages = of.flatMap(({ oldest }) => oldest ?? [])
  if (ages.length === 0) return t('privacy.kept.none')
  const late = of.filter(({ exceeded }) => exceeded).flatMap(({ oldest }) => oldest ?? [])
  if (late.length === 0) return ageText(Math.max(...ages))
  return (
    <span className="kept-too-long">
      <Icon name="warning" />
      {t('privacy.kept.tooOld', { span: ageText(Math.max(...late)) })}
    </span>
  )
}

/** In whole units of the largest that fits. */
function ageText(age: number): string {
  const unit = [DAY, HOUR, MINUTE].find((length) => age >= length)
  if (unit === undefined) return t('privacy.kept.justNow')
  return formatDuration(Math.floor(age / unit) * unit, 'long')
}
