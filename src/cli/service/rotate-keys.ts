import { parseArgs } from 'node:util'
import { addMasterKey, rotateMasterKey } from '#server/app/services.ts'
import { readProcessConfig } from '#server/config/config.ts'
import { resealTotpSecrets } from '#server/identity/sign-in/second-factor/reseal-totp-secrets.ts'
import { resealPairKeys } from '#server/keys/reseal-pair-keys.ts'
import { resealWebhooks } from '#server/messaging/webhooks/reseal-webhooks.ts'
import { resealReportKeys } from '#server/moderation/cases/report-keys.ts'
import { resealSettings } from '#server/platform/background/saved-settings.ts'
import { commandLine, recordAct } from '#server/platform/events/record-act.ts'
import { resealDayKeys } from '#server/transfers/keys/reseal-day-keys.ts'
import type { Command } from '../command.ts'
import { withServices } from './with-services.ts'

/** Milliseconds that instances may take to notice a key. */
const timeout = 15_000

export const rotateKeys: Command = {
  help: `Usage: restante rotate-keys [--new-key] [--json]

Makes the first master key the active one, once every running instance has it, and
re-encrypts every day key, every user's key pair, the secrets of every
authenticator app and webhook, the keys of reports and every secret setting under it. Stored files are not changed, the service keeps running,
and no instance needs a restart.

  --new-key   only generate a new master key and add it as the first one in the file
              with the master keys; the service notices within seconds

With several instances, put the same file there for all of them; where the keys are
in MASTER_KEYS, change that and restart them one after the other. Keep the old key as
long as you have backups made before.

Examples:
  restante rotate-keys --new-key && restante rotate-keys
  restante rotate-keys --json`,
  async run(args) {
    const { values } = parseArgs({ args, options: { 'new-key': { type: 'boolean' } } })
    if (values['new-key']) {
      const kid = addMasterKey(readProcessConfig())
      const text = `Created master key ${kid}. Give it to every instance and back it up, then run rotate-keys.`
      return { text, data: { kid } }
    }
    return withServices(async (services) => {
      const reseal = async () =>
        (await resealDayKeys(services)) +
        (await resealPairKeys(services)) +
        (await resealTotpSecrets(services)) +
        (await resealWebhooks(services)) +
        (await resealReportKeys(services)) +
        (await resealSettings(services.database, services.keyRing))
      const { kid, resealed, stillNeeded } = await rotateMasterKey(services, reseal, timeout)
      const act = { act: 'service.keys-rotated', by: commandLine, details: { kid, resealed } } as const
      await recordAct(services.database, act, services.clock.now())
      const rest =
        stillNeeded.length === 0
          ? 'No other key is in use.'
          : `Still in use, for example by a queued email: ${stillNeeded.join(', ')}. Run rotate-keys again later.`
      return {
        text: `Keys re-encrypted under ${kid}: ${resealed}. ${rest}`,
        data: { kid, resealed, stillNeeded },
      }
    })
  },
}
