const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats an expiry in the time zone of this machine: "today at 05:35 (in 3 h)".
 * @param expiresAt ISO 8601
 * @param now ms since 1970
 */
export function expiryText(expiresAt: string, now: number): string {
  const end = Date.parse(expiresAt)
  return `${dayText(end, now)} at ${clockText(end)} (in ${spanText(end - now)})`
}

function dayText(time: number, now: number): string {
  const tomorrow = new Date(now)
  tomorrow.setDate(tomorrow.getDate() + 1)
  const date = new Date(time).toDateString()
  if (date === new Date(now).toDateString()) return 'today'
  if (date === tomorrow.toDateString()) return 'tomorrow'
  return `on ${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(time)}`
}

function clockText(time: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(time)
}

function spanText(span: number): string {
  if (span < hour - minute / 2) return `${Math.max(0, Math.round(span / minute))} min`
  if (span < day - hour / 2) return `${Math.round(span / hour)} h`
  const days = Math.round(span / day)
  return days === 1 ? '1 day' : `${days} days`
}
