import './lists.css'
import { ExactTime } from '../facts/facts.tsx'
import { useNow } from '../time/clock.ts'
import { LifeLine } from '../time/countdown.tsx'
import { partLeft, remainingText, remainingTime } from '../time/remaining.ts'

/** Milliseconds before the end from which on it is late. */
const late = 3_600_000

/** How long something is still there, in a table: in words and as a line. Times as ISO 8601 has them. */
export function TimeLeft({ from, until }: { from: string; until: string }) {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const now = useNow({ every: 15_000, until: end })
  const left = Math.max(0, end - now)
  const isLate = left > 0 && left < late
  return (
    <span className="exp">
      <ExactTime at={until} className={left === 0 ? 'muted' : isLate ? 'late' : ''}>
        {remainingText(remainingTime(end, now))}
      </ExactTime>
      <LifeLine
        left={partLeft({ from: start, until: end, now })}
        className={`life-s ${isLate ? 'life-late' : ''}`}
      />
    </span>
  )
}

/** How full something is: red above 90 percent, yellow above 70, otherwise green. The number stands beside it. */
export function UsageBar({ percent }: { percent: number }) {
  const level = percent > 90 ? 'usage-full' : percent > 70 ? 'usage-high' : ''
  return (
    <span className={`bar usage ${level}`} style={{ '--p': Math.min(percent, 100) }} aria-hidden="true" />
  )
}
