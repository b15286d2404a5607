import { t } from '#web/i18n/t.ts'
import { problemText } from '../problems/problem-text.ts'
import { keyLength, type SealedProblem } from './sealed-state.ts'

/** A problem in the reader's language. */
export function sealedText(problem: SealedProblem): string {
  switch (problem.kind) {
    case 'key-incomplete':
      return t('sealed.keyIncomplete', { length: problem.length, whole: keyLength })
    case 'key-mistyped':
      return t('sealed.keyMistyped')
    case 'other-key':
      return t('sealed.otherKey')
    case 'wrong-password':
      return t('download.problem.wrongPassword')
    case 'damaged':
      return t('sealed.damaged')
    case 'no-way':
      return t('sealed.noWay')
    case 'call':
      return problemText(problem.problem)
  }
}
