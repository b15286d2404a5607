import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Setup } from '#contract/operations/setup.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { client } from '../../../../accounts/client.ts'
import { t } from '../../../../i18n/t.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { announce } from '../../../../ui/messages/announce.tsx'
import { ServiceForm } from '../../settings/services/service-form.tsx'
import { serviceSettings } from '../../settings/services/service-sections.tsx'
import { adminKey, settingsQuery, setupQuery } from '../../shared/queries.ts'
import { goToStep, SaveButtons, SetupFrame } from '../setup-frame.tsx'

type Check = { readonly name: string; readonly ok: boolean | 'awaited'; readonly text: string }

/** Each part tried for real, failures first. Nothing here keeps anyone from going on. */
export function ChecksStep({ setup }: { setup: Setup }) {
  const queries = useQueryClient()
  const [tries, setTries] = useState(0)
  const settings = useQuery(settingsQuery).data
  /** Whether the button that was pressed leads to the next step. */
  const goesOn = useRef(false)
  const scan = useQuery({
    queryKey: [...adminKey, 'scan-test'],
    queryFn: ({ signal }) => client.call('testScanner', { signal }),
    retry: false,
  })
  const checks = [scannerCheck(setup, scan), ...partChecks(setup)].toSorted(
    (a, b) => Number(a.ok !== false) - Number(b.ok !== false),
  )
  const passed = checks.filter(({ ok }) => ok === true).length
  const summary = t('setup.checksText', { passed, count: checks.length })
  const [tryAgain, busy] = useSingleFlight(async () => {
    await Promise.all([queries.refetchQueries(setupQuery), scan.refetch()])
    setTries((count) => count + 1)
  })
  const saySummary = useEffectEvent(() => announce(summary))
  useEffect(() => {
    if (tries > 0) saySummary()
  }, [tries])
  return (
    <SetupFrame
      step="checks"
      title={t('setup.checksTitle')}
      text={scan.isPending ? t('setup.checking') : summary}
    >
      {settings && (
        <ServiceForm
          names={serviceSettings.scanner}
          settings={settings}
          onSaved={() => {
            if (goesOn.current) goToStep('provider')
            else tryAgain()
          }}
          buttons={(saving) => (
            <>
              <CheckList checks={checks} />
              <div>
                <Button
                  type="submit"
                  busy={saving || busy}
                  busyText={t('setup.checking')}
                  onClick={() => (goesOn.current = false)}
                >
                  {t('setup.checkAgain')}
                </Button>
              </div>
              <SaveButtons back="mail" busy={saving} onClick={() => (goesOn.current = true)} />
            </>
          )}
        />
      )}
    </SetupFrame>
  )
}

function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="card setup-rows">
      {checks.map(({ name, ok, text }) => (
        <li key={name}>
          <span className={`setup-mark ${ok === 'awaited' ? '' : ok ? 'ok' : 'warn'}`}>
            {ok !== 'awaited' && <Icon name={ok ? 'tick' : 'warning'} />}
          </span>
          <div>
            <b className="strong">{name}</b>
            <br />
            <span className="small muted break">{text}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function scannerCheck(
  { scanner }: Setup,
  { data, isError }: { data: { found: boolean } | undefined; isError: boolean },
): Check {
  const name = t('setup.scanner')
  if (isError) return { name, ok: false, text: t('setup.scannerDown') }
  if (!data) return { name, ok: 'awaited', text: t('setup.checking') }
  if (!data.found) return { name, ok: false, text: t('setup.scannerMissed') }
  const isReal = scanner.name === 'clamd'
  return { name, ok: isReal, text: t(isReal ? 'setup.scannerFound' : 'setup.scannerBuiltIn') }
}

function partChecks({ database, storage, publicUrl }: Setup): Check[] {
  const isSecure = publicUrl.startsWith('https:')
  const free =
    storage.freeSpace === null
      ? storage.name
      : t('setup.storageFree', { name: storage.name, size: formatSize(storage.freeSpace) })
  const engine = t(database.engine === 'sqlite' ? 'setup.sqlite' : 'setup.postgres')
  return [
    {
      name: t('setup.database'),
      ok: database.state === 'ok',
      text: database.state === 'ok' ? engine : t('setup.broken'),
    },
    {
      name: t('setup.storage'),
      ok: storage.state === 'ok',
      text: storage.state === 'ok' ? free : t('setup.broken'),
    },
    {
      name: t('setup.address'),
      ok: isSecure,
      text: t(isSecure ? 'setup.addressSecure' : 'setup.addressPlain', { address: publicUrl }),
    },
  ]
}
