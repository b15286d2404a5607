import type { Problem } from '../problems/problem.ts'

/** The password that was missing or wrong: that of the key or of the file; undefined for neither. */
export function requiredSecret(problem: Problem | undefined): 'key' | 'password' | undefined {
  switch (problem?.kind) {
    case 'password-required':
    case 'wrong-password':
      return 'password'
    case 'refused':
      return /^(INVALID_KEY_PASSWORD|KEY_PASSWORD_REQUIRED)$/.test(problem.code) ? 'key' : undefined
    default:
      return undefined
  }
}
