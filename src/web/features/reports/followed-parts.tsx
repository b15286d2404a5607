import './reports.css'
import { useEffect, useState } from 'react'
import { followTokenHeader } from '#contract/headers.ts'
import type { Decision } from '#contract/operations/reports.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { failureText, mayPass } from '#web/ui/messages/failure-text.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'

type Followed<Found> = {
  readonly found: Found | undefined
  readonly error: unknown
  readonly headers: Record<string, string>
  readonly set: (found: Found) => void
  readonly retry: () => void
}

/** Loads the report or decision of a page's address, by the token behind its `#`, which browsers never send to a server. */
export function useFollowed<Found>(
  find: (headers: Record<string, string>, signal: AbortSignal) => Promise<Found>,
): Followed<Found> {
  const token = useLocation().hash.slice(1)
  const [found, set] = useState<Found>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const headers = { [followTokenHeader]: token }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token leads elsewhere, and another try looks again
  useEffect(() => {
    const stop = new AbortController()
    find(headers, stop.signal).then(
      (it) => {
        set(it)
        setError(undefined)
      },
      (failure: unknown) => {
        if (!stop.signal.aborted) setError(failure)
      },
    )
    return () => stop.abort()
  }, [token, tries])
  return { found, error, headers, set, retry: () => setTries(tries + 1) }
}

/** Shows the same text for an unknown number and a wrong link. Temporary failures can be retried. */
export function NotFound({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isPassing = mayPass(error)
  const title = t(isPassing ? 'shell.notFetched' : 'report.notFound')
  useDocumentTitle(title)
  return (
    <div className="report-page">
      <section className="card card-pad stack-s">
        <h1>{title}</h1>
        <p role="alert" className="lines">
          {failureText(error, 'report.notLoaded')}
        </p>
        {isPassing && (
          <div>
            <RetryButton onRetry={onRetry} />
          </div>
        )}
      </section>
    </div>
  )
}

/** Reserves the space of content that has not loaded yet. */
export function Awaited() {
  return (
    <div className="report-page">
      <div className="card">
        <WaitingRows rows={5} />
      </div>
    </div>
  )
}

/** Ground, facts and who decided. @param claimant who claims a copyright, for the sender */
export function DecisionFacts({ decision, claimant }: { decision: Decision; claimant?: string | null }) {
  const { ground, facts, automated, others } = decision
  const alsoText = others > 0 && t('report.others', { count: others })
  const country =
    ground.country &&
    (new Intl.DisplayNames(language(), { type: 'region' }).of(ground.country) ?? ground.country)
  return (
    <dl className="cells cells-fixed">
      <div>
        <dt>{t('report.ground')}</dt>
        <dd className="break">
          {ground.kind === 'terms'
            ? t('report.groundTerms', { section: ground.reference })
            : [country, ground.reference].filter(Boolean).join(', ')}
        </dd>
      </div>
      <div>
        <dt>{t('report.facts')}</dt>
        <dd className="break lines">{[facts, alsoText].filter(Boolean).join('\n\n')}</dd>
      </div>
      <div>
        <dt>{t('report.decidedBy')}</dt>
        <dd>{t(automated ? 'report.byPersonAndMachine' : 'report.byPerson')}</dd>
      </div>
      {claimant && (
        <div>
          <dt>{t('report.claimant')}</dt>
          <dd className="break">{claimant}</dd>
        </div>
      )}
    </dl>
  )
}
