import * as z from 'zod/mini'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import { type Claims, findClaim } from './claims.ts'

/** The row beside the settings that keeps what sign-ins have carried. No option has its name, so as a setting it is left out. */
const rowName = 'oidc-claims'
const kept = z.object({ carried: z.array(z.string()), missing: z.array(z.string()) })
type Kept = z.infer<typeof kept>

/** The options that name claims, with the names that each may mean and the key by which it is remembered. */
function namedClaims({
  OIDC_ADMIN_CLAIM: admin,
  OIDC_PRO_CLAIM: pro,
  OIDC_QUOTA_CLAIM: quota,
  OIDC_GROUPS_CLAIM: groups,
}: Services['config']) {
  const read = [
    { option: 'OIDC_ADMIN_CLAIM', names: admin?.map(({ claim }) => claim) },
    { option: 'OIDC_PRO_CLAIM', names: pro?.map(({ claim }) => claim) },
    { option: 'OIDC_QUOTA_CLAIM', names: quota === undefined ? undefined : [quota] },
    { option: 'OIDC_GROUPS_CLAIM', names: groups === undefined ? undefined : [groups] },
  ]
  return read.flatMap(({ option, names }) => (names ? [{ option, names, key: `${option} ${names[0]}` }] : []))
}

/** Remembers which of the claims that options name a sign-in carried, and logs those that none has carried so far. */
export async function noteClaims(services: Services, claims: Claims): Promise<void> {
  const named = namedClaims(services.config)
  if (named.length === 0) return
  const now = named
    .filter(({ names }) => names.some((name) => findClaim(claims, name) !== undefined))
    .map(({ key }) => key)
  const before = await readKept(services)
  if (isUpToDate(before)) return
  await transact(services.database, async (transaction) => {
    const { carried } = await readKept({ database: transaction })
    const value = JSON.stringify(next(carried))
    await transaction
      .insertInto('settings')
      .values({ name: rowName, value, changed_at: services.clock.now() })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
  for (const { option, names, key } of named)
    if (next(before.carried).missing.includes(key) && !before.missing.includes(key))
      services.log.warn({ option, claim: names[0] }, 'no sign-in has carried the claim that an option names')

  function next(carriedBefore: readonly string[]): Kept {
    const carried = [...new Set([...carriedBefore, ...now])]
    return { carried, missing: named.map(({ key }) => key).filter((key) => !carried.includes(key)) }
  }
  function isUpToDate({ carried, missing }: Kept): boolean {
    return named.every(({ key }) => carried.includes(key) || (missing.includes(key) && !now.includes(key)))
  }
}

/** The options whose claim no sign-in has carried, though there were sign-ins. */
export async function findMissingClaims(services: Pick<Services, 'config' | 'database'>): Promise<string[]> {
  const { missing } = await readKept(services)
  return namedClaims(services.config)
    .filter(({ key }) => missing.includes(key))
    .map(({ option }) => option)
}

async function readKept({ database }: Pick<Services, 'database'>): Promise<Kept> {
  const row = await database
    .selectFrom('settings')
    .select('value')
    .where('name', '=', rowName)
    .executeTakeFirst()
  return row ? kept.parse(JSON.parse(row.value)) : { carried: [], missing: [] }
}
