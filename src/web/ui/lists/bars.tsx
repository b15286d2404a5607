import './lists.css'
import { ExactTime } from '../facts/facts.tsx'
import { useNow } from '../time/clock.ts'
import { LifeLine } from '../time/countdown.tsx'
import { partLeft } from '../time/remaining.ts'
import { stillLeftText, untilText } from './until-text.ts'

/** Milliseconds before the end from which on it is late. */
const late = 3_600_000

/**
 * How long something is still there, in words and as a line: in a table below the head of its column, or `alone` as a sentence.
 * Times as ISO 8601 has them.
 */
export function TimeLeft({ from, until, alone = false }: { from: string; until: string; alone?: boolean }) {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const now = useNow({ every: 15_000, until: end })
  const left = Math.max(0, end - now)
  const isLate = left > 0 && left < late
  return (
    <span className="exp">
      <ExactTime at={until} className={left === 0 ? 'muted' : isLate ? 'late' : ''}>
        {alone ? untilText('available', end, now) : stillLeftText(end, now)}
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
