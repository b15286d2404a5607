import type { UseFormRegisterReturn } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import { bareKey, writtenKeyLength } from '#end-to-end/format/link-key.ts'
import { t } from '#web/i18n/t.ts'
import { matchPath } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { browserStore } from '#web/ui/browser/browser-store.ts'
import { TextField } from '#web/ui/forms/form-field.tsx'

/** Asks whether to send the key of an end-to-end encrypted transfer: it is left out unless the reporter includes it. */
export function ReportKey({
  isIncluded,
  include,
  field,
  error,
}: {
  isIncluded: boolean
  include: UseFormRegisterReturn
  field: UseFormRegisterReturn
  error: string | undefined
}) {
  return (
    <div className="stack-s">
      <label className="row-check">
        <input type="checkbox" aria-describedby="report-key-hint" {...include} />
        <span>{t('report.includeKey')}</span>
      </label>
      <p className="hint" id="report-key-hint">
        {t('report.includeKeyHint')}
      </p>
      {isIncluded && (
        <TextField
          label={t('report.key')}
          error={error}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          field={field}
        />
      )}
    </div>
  )
}

/** Says what is wrong with a key, as far as its length shows; the server finds typing errors. Undefined for a whole one. */
export function keyProblem(key: string): string | undefined {
  const { length } = bareKey(key)
  if (length === writtenKeyLength) return undefined
  const text = length < writtenKeyLength ? 'report.keyIncomplete' : 'report.keyTooLong'
  return t(text, { length, whole: writtenKeyLength })
}

/** How the server refused the key of a report; undefined where something else is wrong. */
export function keyRefusal(error: unknown, { withKey }: { withKey: boolean }): string | undefined {
  if (!withKey || !(error instanceof ApiError)) return undefined
  if (error.code === 'INVALID_FILE_PASSWORD') return t('report.otherKey')
  return error.code === 'BAD_REQUEST' ? t('report.keyMistyped') : undefined
}

/** A link without all that may open it: what follows `#`, also where that is written `%23`, and `?`. It stays in this browser. */
export function bareLink(link: string): string {
  return link.trim().split(/#|%23|\?/, 1)[0] ?? ''
}

/** The key in a link, or of one that this tab has opened; see features/download/sealed/kept-key.ts. */
export function keyOfLink(link: string): string | undefined {
  const written = /(?:#|%23)k=(.+)$/.exec(link.trim())?.[1]
  if (written) return written
  const url = URL.parse(bareLink(link), location.origin)
  const id = url ? matchPath(paths.download, url.pathname)?.id : undefined
  const kept = id && browserStore('sessionStorage')?.getItem(`restante-key-${id}`)
  return kept?.replace(/^!/, '') || undefined
}
