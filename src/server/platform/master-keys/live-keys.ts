import { createKeyRing, type KeyRing, type MasterKey, parseMasterKeys } from '#crypto/keys/key-ring.ts'
import { canUseTables } from '../../schema/other-releases.ts'
import { follow } from '../background/follow.ts'
import { enterInstance, findInstances, recordSeen, seenEvery } from '../locks/instance-rows.ts'
import type { Services } from '../services.ts'
import { findKidsInUse, fingerprintOf, keyFileOf, loadMasterKeys, readKeyFile } from './master-keys.ts'

type Needs = Pick<Services, 'config' | 'database' | 'engine' | 'clock' | 'log'>

/** A key that is missing is looked for in the file no more often than this. */
const missingPauseMs = 100

/**
 * Enters this process among the instances and follows the master keys until it is closed. A key that is added to the file is
 * there within seconds, at once when something needs it. Which one is active the database says, so that no instance seals
 * with a key that another does not have. A key that is gone from the file is forgotten once nothing lies under it.
 * @param steps the migrations that this program has
 * @throws StartRefused as loadMasterKeys and enterInstance do
 */
export async function openKeyRing(
  needs: Needs,
  instance: { readonly id: string; readonly steps: readonly string[] },
): Promise<{ keyRing: KeyRing; close(): Promise<void> }> {
  const { config, database, log } = needs
  let keys = await loadMasterKeys(config, database)
  const fingerprints = () => keys.map(fingerprintOf)
  let active = await enterInstance(needs, { ...instance, fingerprints: fingerprints() })
  const keyRing = createKeyRing(activeFirst(keys, active), (kid) => {
    if (performance.now() - missedAt >= missingPauseMs) {
      missedAt = performance.now()
      try {
        addFromFile()
      } catch (error) {
        log.error({ err: error }, 'the master keys cannot be read')
      }
    }
    return keys.find((key) => key.kid === kid)
  })
  let missedAt = Number.NEGATIVE_INFINITY
  let seenAt = performance.now()

  /** Keys of the file that are new are taken over; those of before stay. @returns the keys of the file */
  function addFromFile(): readonly MasterKey[] {
    if (config.MASTER_KEYS !== undefined) return keys
    const written = parseMasterKeys(readKeyFile(keyFileOf(config)))
    const known = new Map(keys.map((key) => [key.kid, fingerprintOf(key)]))
    for (const key of written) {
      const fingerprint = known.get(key.kid)
      if (fingerprint !== undefined && fingerprint !== fingerprintOf(key))
        throw new Error(`the master key ${key.kid} has become another one`)
    }
    keys = [...keys, ...written.filter(({ kid }) => !known.has(kid))]
    return written
  }

  async function look(): Promise<void> {
    const before = fingerprints().join()
    // A file that is broken, or being written, says nothing: the keys at hand hold, and the rest goes on.
    let problem: unknown
    let written: ReadonlySet<string> | undefined
    try {
      written = new Set(addFromFile().map(({ kid }) => kid))
    } catch (error) {
      problem = error
    }
    const service = await database
      .selectFrom('service')
      .select(['key_fingerprint', 'needs_step'])
      .executeTakeFirstOrThrow()
    const named = service.key_fingerprint ?? active
    const isChanged = named !== active
    if (fingerprints().includes(named)) active = named
    else problem ??= new Error('the active master key is missing here')
    // It stood still while a newer release removed what it needs, and has to be stopped.
    if (!canUseTables(instance.steps, service.needs_step))
      problem ??= new Error(`only releases that have ${service.needs_step} can use the tables now`)
    const inFile = written ?? new Set(keys.map(({ kid }) => kid))
    if (keys.some(({ kid }) => !inFile.has(kid))) {
      const needed = new Set([
        ...(await findKidsInUse(database)),
        ...(await findInstances(needs)).map((other) => other.active),
        active,
      ])
      keys = keys.filter(
        // guard: master key that is still needed -> tests/long/http/rotation.test.ts "is rotated while they are used"
        //   drops [key.kid, fingerprintOf(key)].some((name) => needed.has(name)) ||
        (key) => [key.kid, fingerprintOf(key)].some((name) => needed.has(name)) || inFile.has(key.kid),
      )
    }
    keyRing.replace(activeFirst(keys, active))
    if (isChanged || before !== fingerprints().join() || performance.now() - seenAt >= seenEvery) {
      await recordSeen(needs, { ...instance, fingerprints: fingerprints() }, active)
      seenAt = performance.now()
    }
    if (problem !== undefined) throw problem
  }

  const { close } = follow(look, { log, failure: 'this instance cannot follow the others' })
  return { keyRing, close }
}

function activeFirst(keys: readonly MasterKey[], active: string): MasterKey[] {
  return keys.toSorted((a, b) => Number(fingerprintOf(b) === active) - Number(fingerprintOf(a) === active))
}
