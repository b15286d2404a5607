import { parseArgs } from 'node:util'
import { readProcessConfig } from '#server/config.ts'
import { resealPairKeys } from '#server/keys/reseal-pair-keys.ts'
import { commandLine, recordAct } from '#server/platform/events/record-act.ts'
import { addMasterKey } from '#server/services.ts'
import { resealDayKeys } from '#server/transfers/reseal-day-keys.ts'
import type { Command } from './command.ts'
import { withServices } from './with-services.ts'

export const rotateKeys: Command = {
  help: `Usage: restante rotate-keys [--new-key] [--json]

Seals the key of every day, and of every key pair of a person, anew under the first of
the master keys. Files are not touched, however large, and transfers go on.

  --new-key   only make a new master key and put it in front of those in
              DATA_DIR/keys/master-keys; nothing is sealed anew yet

In this order, so that every server knows a key before anything is sealed under it:
  1. make the key, or put one in front of MASTER_KEYS
  2. restart every server
  3. rotate-keys
Keep the old key as long as there are backups made before.

Examples:
  restante rotate-keys --new-key && systemctl restart restante && restante rotate-keys
  restante rotate-keys --json`,
  async run(args) {
    const { values } = parseArgs({ args, options: { 'new-key': { type: 'boolean' } } })
    if (values['new-key']) {
      const kid = addMasterKey(readProcessConfig())
      return { text: `The new master key is ${kid}. Restart every server, then rotate.`, data: { kid } }
    }
    return withServices(async (services) => {
      const resealed = (await resealDayKeys(services)) + (await resealPairKeys(services))
      const kid = services.keyRing.activeKid
      const act = { act: 'service.keys-rotated', by: commandLine, details: { kid, resealed } } as const
      await recordAct(services.database, act, services.clock.now())
      return { text: `Keys that were sealed anew under ${kid}: ${resealed}.`, data: { kid, resealed } }
    })
  },
}
