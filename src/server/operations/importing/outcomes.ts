import { closeSync, openSync, writeSync } from 'node:fs'
import { csvLine } from '#server/platform/http/replies/csv-line.ts'

export type ItemKind = 'person' | 'request' | 'transfer'

/** Result for one thing in a source; in a dry run the result that it would have. */
export type Outcome = {
  readonly kind: ItemKind
  /** Id in the source: of a transfer it is as secret as its link. */
  readonly id: string
  readonly name: string
  /** `before`: it came with an earlier import. */
  readonly result: 'imported' | 'before' | 'refused'
  /** Sentences: why it did not come, or what is not as it was. */
  readonly notes: readonly string[]
  /** Whether files of it are missing or damaged. */
  readonly isDamaged?: boolean
}

type Tally = Readonly<Record<Outcome['result'], number>>

/** Collects outcomes, and writes each into the report. */
export type Outcomes = {
  add(outcome: Outcome): void
  readonly tallies: Readonly<Record<ItemKind, Tally>>
  /** Those that did not come, and those with notes. */
  readonly remarkable: readonly Outcome[]
}

const words = {
  real: { imported: 'imported', before: 'imported before', refused: 'not imported' },
  dry: { imported: 'would be imported', before: 'imported before', refused: 'would not be imported' },
} as const

/** @param line takes a line of CSV, with its end */
export function collectOutcomes(isDry: boolean, line: (text: string) => void = () => {}): Outcomes {
  const none = () => ({ imported: 0, before: 0, refused: 0 })
  const tallies = { person: none(), request: none(), transfer: none() }
  const remarkable: Outcome[] = []
  line(csvLine(['kind', 'id', 'name', 'result', 'notes']))
  return {
    tallies,
    remarkable,
    add(outcome) {
      const { kind, id, name, result, notes } = outcome
      tallies[kind][result] += 1
      if (result === 'refused' || notes.length > 0) remarkable.push(outcome)
      line(csvLine([kind, id, name, words[isDry ? 'dry' : 'real'][result], notes.join(' ')]))
    },
  }
}

/** A report for its operator alone: it holds addresses of people, and ids that open what is in the source. */
export function openReport(path: string): { line(text: string): void; close(): void } {
  const file = openSync(path, 'w', 0o600)
  return { line: (text) => void writeSync(file, text), close: () => closeSync(file) }
}
