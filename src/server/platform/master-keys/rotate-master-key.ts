import { setTimeout as wait } from 'node:timers/promises'
import { parseMasterKeys } from '#crypto/keys/key-ring.ts'
import { StartRefused } from '../../config/config.ts'
import { transact } from '../database/transact.ts'
import { findInstances, lockService } from '../locks/instance-rows.ts'
import type { Services } from '../services.ts'
import { findKidsInUse, fingerprintOf, keyFileOf, readKeyFile } from './master-keys.ts'

type Needs = Pick<Services, 'config' | 'database' | 'engine' | 'clock' | 'keyRing'>

const pauseMs = 200
const soonMs = 3_000

/**
 * Makes the first of the configured master keys the active one, once every instance has it, and has what lies under another
 * sealed again. Nothing fails meanwhile: each instance opens with all of its keys.
 * @param reseal seals anew what lies under other keys than the active one, and returns how much that was
 * @param timeout milliseconds for the instances to take over the key, and again to seal with it
 * @returns the name of the key, how much was sealed anew, and the names of other keys under which something still lies
 * @throws StartRefused when an instance does not have the key
 */
export async function rotateMasterKey(
  needs: Needs,
  reseal: () => Promise<number>,
  timeout: number,
): Promise<{ kid: string; resealed: number; stillNeeded: string[] }> {
  const { config, database, keyRing } = needs
  const [first] = parseMasterKeys(config.MASTER_KEYS ?? readKeyFile(keyFileOf(config)))
  if (!first) throw new StartRefused('There is no master key.')
  const { kid } = first
  const wanted = fingerprintOf(first)
  const lacking = await within(timeout, () => activate(needs, wanted))
  if (lacking > 0)
    throw new StartRefused(
      `The master key ${kid} is missing in ${lacking} running instances: give it to all of them first, and restart those that have MASTER_KEYS.`,
    )
  await within(
    timeout,
    async () => (await findInstances(needs)).filter(({ active }) => active !== wanted).length,
  )
  if (keyRing.activeKid !== kid)
    throw new StartRefused(`The master key ${kid} could not be made the active one.`)
  const resealed = await reseal()
  const findOthers = async () => (await findKidsInUse(database)).filter((name) => name !== kid)
  // Recent events are soon handled.
  await within(Math.min(timeout, soonMs), async () => (await findOthers()).length)
  return { kid, resealed, stillNeeded: (await findOthers()).toSorted() }
}

/** Makes a key the active one if all instances have it. @returns how many have not */
function activate({ database, ...needs }: Needs, wanted: string): Promise<number> {
  return transact(database, async (transaction) => {
    // Instances that start meanwhile wait, and then find the new key.
    await lockService(transaction)
    const instances = await findInstances({ ...needs, database: transaction })
    const lacking = instances.filter(({ keys }) => !keys.includes(wanted)).length
    // guard: master key that every instance has -> tests/long/http/rotation.test.ts "is rotated while they are used"
    //   lacking === 0 becomes true
    if (lacking === 0) await transaction.updateTable('service').set({ key_fingerprint: wanted }).execute()
    return lacking
  })
}

/** Looks until nothing is left, or the time is over. @returns what is left */
async function within(limitMs: number, count: () => Promise<number>): Promise<number> {
  const giveUpAt = performance.now() + limitMs
  for (;;) {
    const left = await count()
    if (left === 0 || performance.now() >= giveUpAt) return left
    await wait(pauseMs)
  }
}
