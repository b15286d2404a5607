import { type Erasure, erasure, personalParts } from '#contract/accounts.ts'
import type { PersonalParts } from './personal-parts.ts'

/** How much of each part would go with an account. */
export async function previewErasure(parts: PersonalParts, userId: string): Promise<Erasure> {
  const counts = personalParts.map(async (name) => [name, await parts[name].count(userId)] as const)
  return erasure.parse(Object.fromEntries(await Promise.all(counts)))
}
