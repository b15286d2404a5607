import type { Problem } from '../problems/problem.ts'

/** What a refusal wants to be told, or told right: the key password or the file password; undefined for neither. */
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
