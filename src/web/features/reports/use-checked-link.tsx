import { useEffect, useRef, useState } from 'react'
import type { ReportForm } from '#contract/operations/reports.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

const knownTexts = { live: 'report.known', gone: 'report.gone', no: 'report.notOurs' } as const
const knownRequestTexts = { ...knownTexts, live: 'report.knownRequest', gone: 'report.goneRequest' } as const

/** Says whether a link is one of this service, as soon as it is left. */
export function useCheckedLink(first: string, isRequest: boolean) {
  const [form, setForm] = useState<Pick<ReportForm, 'known' | 'endToEnd'>>()
  const known = form?.known
  const last = useRef('')
  function check(text: string) {
    const link = text.trim()
    if (link === last.current) return
    last.current = link
    setForm(undefined)
    if (link === '') return
    client.call('reportForm', { query: { link } }).then(
      (form) => {
        if (last.current === link) setForm(form)
      },
      // Sending says what is wrong.
      () => undefined,
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the address is checked once
  useEffect(() => check(first), [])
  const text = known && t((isRequest ? knownRequestTexts : knownTexts)[known])
  return {
    check,
    endToEnd: form?.endToEnd ?? false,
    text:
      known === 'live' ? (
        <>
          <Icon name="tick" /> {text}
        </>
      ) : (
        text
      ),
  }
}
