import { writtenKeyLength } from '#end-to-end/format/link-key.ts'
import { writtenWords } from '#end-to-end/format/private-half.ts'
import { t } from '#web/i18n/t.ts'
import { problemText } from '../problems/problem-text.ts'
import type { SealedProblem } from './sealed-state.ts'

const keyText = {
  missing: 'sealed.keyNotInLink',
  incomplete: 'sealed.keyIncomplete',
  'too-long': 'sealed.keyTooLong',
  mistyped: 'sealed.keyMistyped',
} as const
const wordsText = {
  count: 'sealed.wordsCount',
  unknown: 'sealed.wordsUnknown',
  checksum: 'sealed.wordsMistaken',
} as const

/** A problem in the reader's language. */
export function sealedText(problem: SealedProblem): string {
  switch (problem.kind) {
    case 'key':
      return t(keyText[problem.reason], { length: problem.length, whole: writtenKeyLength })
    case 'other-key':
      return t('sealed.otherKey')
    case 'wrong-password':
      return t('download.problem.wrongPassword')
    case 'other-seed':
      return t('sealed.otherSeed')
    case 'wrong-words':
      return t(wordsText[problem.reason], { count: writtenWords })
    case 'damaged':
      return t('sealed.damaged')
    case 'ended':
      return ''
    case 'no-way':
      return t('sealed.noWay')
    case 'place':
      return t('sealed.placeFailed')
    case 'call':
      return problemText(problem.problem)
  }
}
