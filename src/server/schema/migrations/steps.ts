import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { createPeople } from './0001-people.ts'
import { createKeys } from './0002-keys.ts'
import { createTransfers } from './0003-transfers.ts'
import { createMessaging } from './0004-messaging.ts'
import { createOperations } from './0005-operations.ts'
import { createAudit } from './0006-audit.ts'
import { createRequests } from './0007-requests.ts'
import { createReports } from './0008-reports.ts'
import { createConsents } from './0009-consents.ts'
import { createPasskeys } from './0010-passkeys.ts'
import { createIdentities } from './0011-identities.ts'
import { createSettings } from './0012-settings.ts'
import { addFileTimes } from './later/0013-file-times.ts'
import { createHeldSpace } from './later/0014-held-space.ts'
import { createConfirmedAddresses } from './later/0015-confirmed-addresses.ts'
import { createInvitations } from './later/0016-invitations.ts'
import { createSealedSettings } from './later/0017-sealed-settings.ts'
import { createEndToEndSlots } from './later/0018-end-to-end.ts'
import { createWebhooks } from './later/0019-webhooks.ts'
import { createHouse } from './later/0020-house.ts'
import { createDeviceCodes } from './later/0021-device-codes.ts'
import { createReportKeys } from './later/0022-report-keys.ts'
import { createOwnTexts } from './later/0023-own-texts.ts'
import { createArrivals } from './later/0024-arrivals.ts'
import { addGroupColumns } from './later/0025-groups.ts'
import { addNewsRead } from './later/0026-news.ts'
import { createBrowserLocks } from './later/0027-browser-locks.ts'
import { addNextPosition } from './later/0028-next-position.ts'
import { createImports } from './latest/0029-imports.ts'
import { addFirstCorrections } from './latest/0030-first-corrections.ts'

type Step = {
  readonly name: string
  create(engine: Engine): Migration
  /**
   * For a step that removes or tightens something: the step from which on no release uses that any more. Releases with it run
   * on beside this one, earlier ones are refused. All other steps only add, and releases without them run on.
   */
  readonly removesWhatIsUsedBefore?: string
}

/** Every migration in its order. The names are stored and sorted: they never change. CONTRIBUTING.md says how to add one. */
export const steps: readonly Step[] = [
  { name: '0001-people', create: createPeople },
  { name: '0002-keys', create: createKeys },
  { name: '0003-transfers', create: createTransfers },
  { name: '0004-messaging', create: createMessaging },
  { name: '0005-operations', create: createOperations },
  { name: '0006-audit', create: createAudit },
  { name: '0007-requests', create: createRequests },
  { name: '0008-reports', create: createReports },
  { name: '0009-consents', create: createConsents },
  { name: '0010-passkeys', create: createPasskeys },
  { name: '0011-identities', create: createIdentities },
  { name: '0012-settings', create: createSettings },
  { name: '0013-file-times', create: addFileTimes },
  { name: '0014-held-space', create: createHeldSpace },
  { name: '0015-confirmed-addresses', create: createConfirmedAddresses },
  { name: '0016-invitations', create: createInvitations },
  { name: '0017-sealed-settings', create: createSealedSettings },
  { name: '0018-end-to-end', create: createEndToEndSlots },
  { name: '0019-webhooks', create: createWebhooks },
  { name: '0020-house', create: createHouse },
  { name: '0021-device-codes', create: createDeviceCodes },
  { name: '0022-report-keys', create: createReportKeys },
  { name: '0023-own-texts', create: createOwnTexts },
  { name: '0024-arrivals', create: createArrivals },
  { name: '0025-groups', create: addGroupColumns },
  { name: '0026-news', create: addNewsRead },
  { name: '0027-browser-locks', create: createBrowserLocks },
  { name: '0028-next-position', create: addNextPosition },
  { name: '0029-imports', create: createImports },
  { name: '0030-first-corrections', create: addFirstCorrections },
]

export const stepNames = steps.map(({ name }) => name)
