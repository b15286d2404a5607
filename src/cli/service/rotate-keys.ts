import { parseArgs } from 'node:util'
import { readProcessConfig } from '#server/config.ts'
import { resealTotpSecrets } from '#server/identity/second-factor/reseal-totp-secrets.ts'
import { resealPairKeys } from '#server/keys/reseal-pair-keys.ts'
import { commandLine, recordAct } from '#server/platform/events/record-act.ts'
import { addMasterKey } from '#server/services.ts'
import { resealDayKeys } from '#server/transfers/keys/reseal-day-keys.ts'
import type { Command } from '../command.ts'
import { withServices } from './with-services.ts'

export const rotateKeys: Command = {
  help: `Usage: restante rotate-keys [--new-key] [--json]

Re-encrypts every day key, every user's key pair and the secret of every
authenticator app under the first master key. Stored
files are not changed, and the service keeps running.

  --new-key   only generate a new master key and add it as the first one in
              DATA_DIR/keys/master-keys; nothing is re-encrypted yet

Follow this order, so that every server has the key before anything is sealed with it:
  1. run rotate-keys --new-key, or add a key as the first of MASTER_KEYS
  2. restart every server
  3. run rotate-keys
Keep the old key as long as you have backups made before.

Examples:
  restante rotate-keys --new-key && systemctl restart restante && restante rotate-keys
  restante rotate-keys --json`,
  async run(args) {
    const { values } = parseArgs({ args, options: { 'new-key': { type: 'boolean' } } })
    if (values['new-key']) {
      const kid = addMasterKey(readProcessConfig())
      return { text: `Created master key ${kid}. Restart every server, then run rotate-keys.`, data: { kid } }
    }
    return withServices(async (services) => {
      const resealed =
        (await resealDayKeys(services)) +
        (await resealPairKeys(services)) +
        (await resealTotpSecrets(services))
      const kid = services.keyRing.activeKid
      const act = { act: 'service.keys-rotated', by: commandLine, details: { kid, resealed } } as const
      await recordAct(services.database, act, services.clock.now())
      return { text: `Keys re-encrypted under ${kid}: ${resealed}.`, data: { kid, resealed } }
    })
  },
}
