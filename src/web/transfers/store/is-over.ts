import type { ManagedLink } from '#contract/transfers/manage.ts'

/** Whether the end of its own has come for a link. @param now milliseconds since 1970 */
export function isOver({ expiresAt }: Pick<ManagedLink, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}
