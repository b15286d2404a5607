import type { Setup } from '#contract/operations/setup.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { recordAlone } from '#server/identity/accounts/record-alone.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

type Needs = Pick<Services, 'config' | 'database' | 'clock' | 'readKeyFile'>
type Actor = Pick<Act, 'by' | 'network'>

/** How many characters of the end of a key show that someone can read the copy, = and blanks left out. */
const endingLength = 7

/** Whether the server keeps the master keys in a file of its own; otherwise the operator has brought them along. */
export function keySource({ readKeyFile }: Pick<Services, 'readKeyFile'>): Setup['masterKeys']['source'] {
  return readKeyFile ? 'file' : 'environment'
}

/** Whether an administrator has confirmed a copy of the key that is active now. Other keys ask for another copy. */
export async function areKeysSaved({ database, readKeyFile }: Needs): Promise<boolean> {
  if (!readKeyFile) return true
  const { saved_key } = await database.selectFrom('setup').select('saved_key').executeTakeFirstOrThrow()
  return saved_key !== null && saved_key === (await findActiveKey({ database }))
}

/**
 * The file with the master keys, for a copy elsewhere, until one is confirmed; a person who takes over an administrator's
 * session later cannot have it.
 * @throws Failure NOT_FOUND
 */
export async function downloadKeys(services: Needs, actor: Actor): Promise<{ name: string; text: string }> {
  const { config, readKeyFile } = services
  // guard: master keys are handed out until a copy is confirmed -> tests/http/setup/setup.test.ts "copy of the keys"
  //   drops || (await areKeysSaved(services))
  if (!readKeyFile || (await areKeysSaved(services))) throw new Failure('NOT_FOUND')
  const text = readKeyFile()
  await recordAlone(services, { act: 'service.keys-downloaded', ...actor })
  return { name: `restante-master-keys-${new URL(config.publicUrl).hostname}.txt`, text }
}

/**
 * Takes it that there is a copy of the master keys, because the person can say how the first key in it ends: the newest,
 * which a copy of before does not have.
 * @throws Failure NOT_FOUND when one is confirmed already, WRONG_KEY_CODE
 */
export async function confirmKeysSaved(services: Needs, ending: string, actor: Actor): Promise<void> {
  const { database, clock, readKeyFile } = services
  if (!readKeyFile || (await areKeysSaved(services))) throw new Failure('NOT_FOUND')
  const typed = meaningOf(ending)
  // guard: copy of the newest master key -> tests/http/setup/setup.test.ts "of before a rotation"
  //   [newest = ''] = readKeyFile().split(',') becomes newest = readKeyFile().split(',').at(-1) ?? ''
  const [newest = ''] = readKeyFile().split(',')
  const isEnding = meaningOf(newest).endsWith(typed)
  if (typed.length < endingLength || !isEnding) throw new Failure('WRONG_KEY_CODE')
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    const active = await findActiveKey({ database: transaction })
    await transaction.updateTable('setup').set({ saved_key: active }).execute()
    await recordAct(transaction, { act: 'service.keys-saved', ...actor }, clock.now())
  })
}

async function findActiveKey({ database }: Pick<Services, 'database'>): Promise<string | null> {
  const row = await database.selectFrom('service').select('key_fingerprint').executeTakeFirstOrThrow()
  return row.key_fingerprint
}

function meaningOf(text: string): string {
  return text.replace(/[=\s]/g, '')
}
