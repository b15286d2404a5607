import { useState } from 'react'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import { ReceivedReport } from './received-report.tsx'
import { type Received, ReportForm } from './report-form.tsx'

const reportSearch = defineSearch((query) => ({ link: query.text('link') }))

/** Reports a transfer or a file request, by anyone. */
export default function ReportPage() {
  const [{ link }] = useSearch(reportSearch)
  const [received, setReceived] = useState<{ report: Received; email: string; about: string }>()
  return received ? (
    <ReceivedReport {...received} />
  ) : (
    <ReportForm link={link} onSent={(report, email, about) => setReceived({ report, email, about })} />
  )
}
