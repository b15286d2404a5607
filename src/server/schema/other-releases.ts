/** After so long without a sign an instance counts as gone, in milliseconds. */
export const goneAfter = 30_000

/** Whether a release that has these migrations can use tables that need one. */
export function canUseTables(steps: readonly string[], needed: string | null): boolean {
  return needed === null || steps.includes(needed)
}
