/** How to notice that a guard is gone: tests of these files, those of which the name matches. */
export type NoticedBy = {
  readonly files: readonly string[]
  /** A regular expression. */
  readonly tests?: string
  /** Where tests run on both, the one that is asked: SQLite unless only PostgreSQL notices. */
  readonly engine?: 'sqlite' | 'postgres'
}

/** A check that something wrong is kept out by: removing it must fail a test. */
export type Guard = {
  readonly name: string
  readonly file: string
  /** Occurs once in the file. */
  readonly snippet: string
  /** What stands there without the guard. */
  readonly removed: string
  readonly noticedBy: NoticedBy
}

export const guards: readonly Guard[] = [
  {
    name: 'free space is kept',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet:
      "if (free - (sum?.claimed ?? 0) - bytes < config.FREE_SPACE_KEPT) throw new Failure('STORAGE_FULL')",
    removed: '',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'finds the disk full' },
  },
  {
    name: 'claims count against free space',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: 'free - (sum?.claimed ?? 0) - bytes',
    removed: 'free - bytes',
    noticedBy: { files: ['tests/http/uploads/upload-claims.test.ts'], tests: 'count against the free space' },
  },
  {
    name: 'free space before a form',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: `    await assertSpace(services, bytes)
`,
    removed: '',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'finds the disk full' },
  },
  {
    name: 'free space while a form arrives',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: `      await assertSpace(services, 0)
    },`,
    removed: '    },',
    noticedBy: {
      files: ['tests/http/uploads/upload-claims.test.ts'],
      tests: 'runs short while a form arrives',
    },
  },
  {
    name: 'free space before a resumable upload',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: `    await assertSpace({ ...services, database: transaction }, 0)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/uploads/upload-claims.test.ts'],
      tests: 'is refused before a resumable upload',
    },
  },
  {
    name: 'claims at the same time count each other against free space',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: `    await holdClaims(transaction, now)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/uploads/upload-claims.test.ts'],
      tests: 'of two people, neither of whom',
      engine: 'postgres',
    },
  },
  {
    name: 'free space while a resumable upload arrives',
    file: 'src/server/transfers/resumable/append-to-upload.ts',
    snippet: '{ progress: () => assertSpace(services, 0) },',
    removed: '{ progress: async () => {} },',
    noticedBy: {
      files: ['tests/http/uploads/upload-claims.test.ts'],
      tests: 'runs short while a resumable upload arrives',
    },
  },
  {
    name: 'storage of an account in the claim',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: 'await assertStorage(services, transaction, sender, orLess ? 1 : bytes)',
    removed: 'Number.POSITIVE_INFINITY',
    noticedBy: {
      files: ['tests/http/uploads/upload-claims.test.ts'],
      tests: 'of one person at the same time',
    },
  },
  {
    name: 'unfinished uploads of a network',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: 'if ((claimed ?? 0) > unfinishedUploads)',
    removed: 'if (false)',
    noticedBy: { files: ['tests/http/uploads/upload-claims.test.ts'], tests: 'of one network' },
  },
  {
    name: 'storage of an account at the commit',
    file: 'src/server/transfers/upload/store-transfer.ts',
    snippet: `    await assertStorage(services, transaction, sender, transfer.size)
`,
    removed: '',
    noticedBy: { files: ['tests/http/downloads/own-files.test.ts'], tests: 'of uploads at the same time' },
  },
  {
    name: 'row lock of storage',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: `    .updateTable('users')
    .set(({ ref }) => ({ storage_limit: ref('storage_limit') }))
    .where('id', '=', principal.id)
    .where('is_active', '=', 1)
    .returning(['storage_limit', 'is_pro'])`,
    removed: `    .selectFrom('users')
    .where('id', '=', principal.id)
    .where('is_active', '=', 1)
    .select(['storage_limit', 'is_pro'])`,
    noticedBy: {
      files: ['tests/http/uploads/upload-claims.test.ts'],
      tests: 'of one person, neither of which',
      engine: 'postgres',
    },
  },
  {
    name: 'no upload for an erased account',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: `  if (!user) throw new Failure('INVALID_TOKEN')
`,
    removed: `  if (!user) return
`,
    noticedBy: {
      files: ['tests/http/accounts/account-erasure.test.ts'],
      tests: 'an upload that ends after it',
    },
  },
  {
    name: 'uploads of an address an hour',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: `  await consumeRateLimit(services, \`upload:\${address}\`, { burst, interval: Math.ceil(HOUR / burst) })
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/upload-limits.test.ts'], tests: 'are counted whatever' },
  },
  {
    name: 'type of a file',
    file: 'src/server/transfers/upload/take-in.ts',
    snippet: `      validateType(name, first, types)
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/file-types.test.ts'], tests: 'list of allowed types' },
  },
  {
    name: 'size of a file',
    file: 'src/server/transfers/upload/take-in.ts',
    snippet: `      validateSizes({ file: fileSize, transfer: size }, limits)
`,
    removed: '',
    noticedBy: { files: ['tests/http/operations/service-config.test.ts'], tests: 'the sizes that are told' },
  },
  {
    name: 'methods that need an account',
    file: 'src/server/transfers/upload/upload-options.ts',
    snippet: 'if (method && !policy.methods.includes(method.value)) {',
    removed: 'if (false) {',
    noticedBy: {
      files: ['tests/http/downloads/quantum-files.test.ts'],
      tests: 'who is not signed in, or has no such key',
    },
  },
  {
    name: 'longest life',
    file: 'src/server/identity/principals/choose-lifetime.ts',
    snippet: `  if (lifetime.duration > policy.maxLifetime) throw new Failure('PRO_SUBSCRIPTION_REQUIRED')
`,
    removed: '',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'Pro wishes' },
  },
  {
    name: 'tickets of visitors',
    file: 'src/server/transfers/sender/request-ticket.ts',
    snippet: " || !timingSafeEqual(made, Buffer.from(mac, 'base64url'))",
    removed: '',
    noticedBy: { files: ['tests/http/requests/requests.test.ts'], tests: 'takes no options' },
  },
  {
    name: 'uploads without a manage token',
    file: 'src/server/transfers/resumable/finish-upload.ts',
    snippet: 'sender.visitor ? {} : { manageToken: manageTokenOf(id) }',
    removed: '{ manageToken: manageTokenOf(id) }',
    noticedBy: { files: ['tests/http/requests/requests.test.ts'], tests: 'is shown to its visitors' },
  },
  {
    name: 'offset of a segment',
    file: 'src/server/transfers/resumable/segment-writer.ts',
    snippet: `        .where('received', '=', offset)
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/upload-claims.test.ts'], tests: 'segment at an offset' },
  },
  {
    name: 'no segment after the outcome',
    file: 'src/server/transfers/resumable/segment-writer.ts',
    snippet: `        .where('outcome', 'is', null)
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/upload-claims.test.ts'], tests: 'segment after the outcome' },
  },
  {
    name: 'offset of a PATCH',
    file: 'src/server/transfers/resumable/resumable.routes.ts',
    snippet: `      if (offset !== row.received) throw new Failure('UPLOAD_OFFSET_MISMATCH')
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/resumable.test.ts'], tests: 'refuses a wrong offset' },
  },
  {
    name: 'checksum of a PATCH',
    file: 'src/server/transfers/resumable/append-to-upload.ts',
    snippet: `    if (checksum) verifyChecksum(checksum)
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/resumable.test.ts'], tests: 'refuses a wrong offset' },
  },
  {
    name: 'fence of a finished upload',
    file: 'src/server/transfers/resumable/finish-upload.ts',
    snippet: `    await assertStillHeld(transaction, lock)
`,
    removed: '',
    noticedBy: { files: ['tests/faults/locks.test.ts'], tests: 'that is taken away lets nothing be settled' },
  },
  {
    name: 'fence of a refused upload',
    file: 'src/server/transfers/resumable/resumable.routes.ts',
    snippet: `          await assertStillHeld(transaction, lock)
`,
    removed: '',
    noticedBy: { files: ['tests/faults/locks.test.ts'], tests: 'lets no refusal be settled' },
  },
  {
    name: 'day key of live transfers',
    file: 'src/server/transfers/sweep/sweep-transfers.ts',
    snippet: "            .whereRef('transfers.key_day', '=', 'day_keys.day')",
    removed: "            .where('transfers.key_day', '=', 'never')",
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'that a transfer needs' },
  },
  {
    name: 'day key of unfinished uploads',
    file: 'src/server/transfers/sweep/sweep-transfers.ts',
    snippet: "whereRef('uploads.key_day', '=', 'day_keys.day')",
    removed: "where('uploads.key_day', '=', 'never')",
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'that an upload needs' },
  },
  {
    name: 'day key of the days to come',
    file: 'src/server/transfers/sweep/sweep-transfers.ts',
    snippet: `    .where('day', '<', dayOf(clock.now() - DAY))
`,
    removed: '',
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'of a day to come' },
  },
  {
    name: 'orphans: alarm at a tenth',
    file: 'src/server/transfers/sweep/orphans.ts',
    snippet: 'if (rows.length > Math.max(unsuspicious, listed / 10)) {',
    removed: 'if (false) {',
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'more than a tenth' },
  },
  {
    name: 'orphans: second sighting',
    file: 'src/server/transfers/sweep/orphans.ts',
    snippet: `    .where('first_seen', '<=', now - grace)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/transfer.test.ts'],
      tests: 'what never became a file is swept',
    },
  },
  {
    name: 'orphans: look before the removal',
    file: 'src/server/transfers/sweep/orphans.ts',
    snippet: 'if (owned.length === 0) return true',
    removed: 'if (owned.length >= 0) return true',
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'that gets its row' },
  },
  {
    name: 'orphans: no row for what was removed',
    file: 'src/server/transfers/model/transfers-table.ts',
    snippet: 'else await assertNotRemoved(transaction, blob_id)',
    removed: '',
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'stood still' },
  },
  {
    name: 'orphans: none while the database is damaged',
    file: 'src/server/transfers/sweep/sweep-transfers.ts',
    snippet: 'const isDatabaseSound = await engine.isSound()',
    removed: 'const isDatabaseSound = true',
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'because it shows no row' },
  },
  {
    name: 'backups: the one just made stays',
    file: 'src/server/operations/backup/backups.ts',
    snippet: 'new Set([made, ...others',
    removed: 'new Set([...others',
    noticedBy: { files: ['tests/cli/backup.test.ts'], tests: 'whatever the times of older ones' },
  },
  {
    name: 'keys beside backups while the database is damaged',
    file: 'src/server/operations/backup/backup-day-keys.ts',
    snippet: ' || !(await engine.isSound())',
    removed: '',
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'because it shows no row' },
  },
  {
    name: 'earlier backups of a damaged database',
    file: 'src/server/operations/backup/create-backup.ts',
    snippet: 'const isDatabaseSound = await engine.isSound()',
    removed: 'const isDatabaseSound = true',
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'because it shows no row' },
  },
  {
    name: 'store of another service',
    file: 'src/server/platform/blobs/claim-store.ts',
    snippet: "(await claimStore(store, id)) === 'ok'",
    removed: '(await claimStore(store, id)) !== undefined',
    noticedBy: { files: ['tests/http/downloads/sweep.test.ts'], tests: 'of another service' },
  },
  {
    name: 'places of a limited link',
    file: 'src/server/transfers/download/reservations.ts',
    snippet: `  if (link.downloads + held >= link.download_limit) throw new Failure('DOWNLOAD_BUSY', { retryAfter })
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/download-once.test.ts'],
      tests: 'fifty ask at the same time, without a ticket',
    },
  },
  {
    name: 'a place that was settled is not renewed',
    file: 'src/server/transfers/download/reservations.ts',
    snippet: "or([eb('until', 'is not', null), eb('counted', '=', 1)])",
    removed: "or([eb('ticket_hash', '=', hash)])",
    noticedBy: {
      files: ['tests/http/downloads/download-once.test.ts'],
      tests: 'is cut once its place was settled',
    },
  },
  {
    name: 'a download that lost its place is cut',
    file: 'src/server/transfers/download/keep-place.ts',
    snippet: "    cut(new Failure('DOWNLOAD_BUSY', { retryAfter }))\n",
    removed: '',
    noticedBy: { files: ['tests/http/downloads/download-once.test.ts'], tests: 'another took it' },
  },
  {
    name: 'a place that could not be renewed is given up',
    file: 'src/server/transfers/download/keep-place.ts',
    snippet: 'performance.now() - keptAt >= unkeptTime',
    removed: 'performance.now() < keptAt',
    noticedBy: {
      files: ['tests/http/downloads/download-once.test.ts'],
      tests: 'could not be renewed for long',
    },
  },
  {
    name: 'one connection for a ticket',
    file: 'src/server/transfers/download/reservations.ts',
    snippet: 'if (limited && row.running === 1 && (row.until ?? 0) > now)',
    removed: 'if (false)',
    noticedBy: { files: ['tests/http/downloads/download-once.test.ts'], tests: 'with one ticket' },
  },
  {
    name: 'only a whole download counts',
    file: 'src/server/transfers/download/deliveries/record-delivery.ts',
    snippet: 'if (whole && (arrived || !resumable)) {',
    removed: 'if (arrived || !resumable) {',
    noticedBy: { files: ['tests/http/downloads/transfer.test.ts'], tests: 'ranges are served' },
  },
  {
    name: 'parts that were given up count together',
    file: 'src/server/transfers/download/deliveries/abandoned-parts.ts',
    snippet: 'const joined = joinRanges(parseRanges(held.delivered), delivered)',
    removed: 'const joined = delivered',
    noticedBy: { files: ['tests/http/downloads/download-once.test.ts'], tests: 'parts that were given up' },
  },
  {
    name: 'a place is held until it is settled',
    file: 'src/server/transfers/download/issue-download.ts',
    snippet: 'await settlePlaces(services, download)\n',
    removed: 'download.link\n',
    noticedBy: { files: ['tests/http/downloads/download-once.test.ts'], tests: 'parts that were given up' },
  },
  {
    name: 'a delivery is recorded once the database is back',
    file: 'src/server/transfers/download/deliveries/delivery-recorder.ts',
    snippet: "background.run('recording downloads', recordPending)",
    removed: '',
    noticedBy: { files: ['tests/http/downloads/download-once.test.ts'], tests: 'database was away' },
  },
  {
    name: 'a delivery that may be recorded is not repeated',
    file: 'src/server/transfers/download/deliveries/record-delivery.ts',
    snippet: '    if (mayBeRecorded && !reservation.resumable) throw error\n',
    removed: '',
    noticedBy: { files: ['tests/http/downloads/download-once.test.ts'], tests: 'database was away' },
  },
  {
    name: 'a download counts once',
    file: 'src/server/transfers/download/deliveries/record-delivery.ts',
    snippet: `  if (row?.counted === 1) return
  const before`,
    removed: '  const before',
    noticedBy: { files: ['tests/http/downloads/transfer.test.ts'], tests: 'reported twice counts once' },
  },
  {
    name: 'time of a ticket',
    file: 'src/server/transfers/download/reservations.ts',
    snippet: `      .where('link_id', '=', linkId)
      .where('expires_at', '>', now),
`,
    removed: `      .where('link_id', '=', linkId),
`,
    noticedBy: {
      files: ['tests/http/downloads/download-resume.test.ts'],
      tests: 'is not taken up with a ticket',
    },
  },
  {
    name: 'link of a ticket',
    file: 'src/server/transfers/download/reservations.ts',
    snippet: `      .where('link_id', '=', linkId)
      .where('expires_at'`,
    removed: `      .where('expires_at'`,
    noticedBy: {
      files: ['tests/http/downloads/download-resume.test.ts'],
      tests: 'is not taken up with a ticket',
    },
  },
  {
    name: 'slots end with the transfer',
    file: 'src/server/transfers/model/transfers-table.ts',
    snippet: `  await transaction.deleteFrom('slots').where('transfer_id', 'in', ids).execute()
`,
    removed: '',
    noticedBy: { files: ['tests/http/downloads/transfer.test.ts'], tests: 'very millisecond' },
  },
  {
    name: 'tickets end with a deletion',
    file: 'src/server/transfers/model/transfers-table.ts',
    snippet: `    await transaction.deleteFrom('reservations').where('link_id', 'in', links).execute()
`,
    removed: '',
    noticedBy: { files: ['tests/http/downloads/transfer.test.ts'], tests: 'the deletion link deletes' },
  },
  {
    name: 'prefetching is no download',
    file: 'src/server/transfers/download/send-download.ts',
    snippet: `  if (isFetchedAhead(request)) throw new Failure('PREFETCH_REFUSED')
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/download-once.test.ts'],
      tests: 'is not used up by anything but',
    },
  },
  {
    name: 'end by the clock',
    file: 'src/server/transfers/links/find-live-link.ts',
    snippet: "if (transfer.ended_as === 'expired' || expiresAt <= now) return",
    removed: "if (transfer.ended_as === 'expired') return",
    noticedBy: { files: ['tests/http/downloads/transfer.test.ts'], tests: 'very millisecond' },
  },
  {
    name: 'owner is active',
    file: 'src/server/transfers/links/find-live-link.ts',
    snippet: "if (transfer.state === 'disabled' || !isOwnerActive)",
    removed: "if (transfer.state === 'disabled')",
    noticedBy: {
      files: ['tests/http/operations/admin.test.ts'],
      tests: 'delete the transfer of a disabled account',
    },
  },
  {
    name: 'disabled transfer',
    file: 'src/server/transfers/links/find-live-link.ts',
    snippet: "if (transfer.state === 'disabled' || !isOwnerActive)",
    removed: 'if (!isOwnerActive)',
    noticedBy: { files: ['tests/http/downloads/links.test.ts'], tests: 'disabled transfer' },
  },
  {
    name: 'revoked link',
    file: 'src/server/transfers/links/find-live-link.ts',
    snippet: `  if (link.revoked_at !== null) return new Failure('LINK_REVOKED')
`,
    removed: '',
    noticedBy: { files: ['tests/http/downloads/links.test.ts'], tests: 'revoked link' },
  },
  {
    name: 'code before info',
    file: 'src/server/transfers/links/find-live-link.ts',
    snippet: 'if (found?.link.needs_code === 1 && !(await admit(found.link, !problem))) {',
    removed: 'if (false) {',
    noticedBy: { files: ['tests/http/links/link-codes.test.ts'], tests: 'masked address' },
  },
  {
    name: 'links with a code that are over',
    file: 'src/server/transfers/links/find-live-link.ts',
    snippet: `&& !problemOfLink(found.link)) throw problem
    return refuseAsUnknown(began)`,
    removed: `) throw problem
    throw problem`,
    noticedBy: { files: ['tests/http/links/link-codes.test.ts'], tests: 'never was' },
  },
  {
    name: 'tries of a code',
    file: 'src/server/identity/addresses/mail-codes.ts',
    snippet: "    .where('tries_left', '>', 0)\n",
    removed: '',
    noticedBy: { files: ['tests/http/links/link-codes.test.ts'], tests: 'five tries' },
  },
  {
    name: 'end of a code',
    file: 'src/server/identity/addresses/mail-codes.ts',
    snippet: "    .where('expires_at', '>', clock.now())\n",
    removed: '',
    noticedBy: { files: ['tests/http/links/link-codes.test.ts'], tests: 'five tries' },
  },
  {
    name: 'codes to one address',
    file: 'src/server/identity/addresses/mail-codes.ts',
    snippet: '{ burst: 20, interval: DAY / 20 }',
    removed: '{ burst: 2000, interval: DAY / 2000 }',
    noticedBy: { files: ['tests/http/links/link-codes.test.ts'], tests: 'twenty a day' },
  },
  {
    name: 'authenticity of a proof',
    file: 'src/server/transfers/links/link-proof.ts',
    snippet: "made !== undefined && timingSafeEqual(made, Buffer.from(mac, 'base64url'))",
    removed: 'made !== undefined',
    noticedBy: { files: ['tests/http/links/link-codes.test.ts'], tests: 'of another link' },
  },
  {
    name: 'stopped address',
    file: 'src/server/messaging/mail/deliver-mail.ts',
    snippet: 'if (mail.stopUrl !== undefined && (await isStopped(database, mail.to))) {',
    removed: 'if (false) {',
    noticedBy: { files: ['tests/http/messaging/stopped-mails.test.ts'], tests: 'on their way' },
  },
  {
    name: 'address stopped during an upload',
    file: 'src/server/transfers/sender/mail-limits.ts',
    snippet: '  return findStopped(transaction, addresses)\n',
    removed: '  return []\n',
    noticedBy: { files: ['tests/http/rights/rights.test.ts'], tests: 'are still sent' },
  },
  {
    name: 'erasure of an address beside an upload',
    file: 'src/server/transfers/sender/mail-limits.ts',
    snippet: '  if (keys.size === 0) return\n',
    removed: '  return\n',
    noticedBy: {
      files: ['tests/http/rights/rights.test.ts'],
      tests: 'when files for them arrive',
      engine: 'postgres',
    },
  },
  {
    name: 'state of the latest mail',
    file: 'src/server/messaging/mail/deliver-mail.ts',
    snippet: 'if (linkId !== null && taken.kind === recipientMail)',
    removed: 'if (linkId !== null)',
    noticedBy: { files: ['tests/http/links/recipients.test.ts'], tests: 'just leaving' },
  },
  {
    name: 'no mail with a revoked link',
    file: 'src/server/messaging/mail/deliver-mail.ts',
    snippet: 'if (row.link_id !== null && (await isRevoked(database, row.link_id))) {',
    removed: 'if (false) {',
    noticedBy: { files: ['tests/http/links/recipients.test.ts'], tests: 'revoked before it left' },
  },
  {
    name: 'token of a stopped address',
    file: 'src/server/identity/addresses/address-hash.ts',
    snippet: 'sealOf(await obtainSalt(database), hash).equals(seal) ? hash : undefined',
    removed: 'sealOf(await obtainSalt(database), hash).length > seal.length ? undefined : hash',
    noticedBy: { files: ['tests/http/messaging/stopped-mails.test.ts'], tests: 'made up' },
  },
  {
    name: 'end of a moved transfer',
    file: 'src/server/transfers/manage/change-transfer.ts',
    snippet: `    assertNotEnded(transfer, now)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/move-end.test.ts'],
      tests: 'of one that has ended is refused',
    },
  },
  {
    name: 'tickets of a moved transfer',
    file: 'src/server/transfers/lifetime/move-end.ts',
    snippet: `  await shortenTickets(transaction, transferId, expiresAt)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/move-end.test.ts'],
      tests: 'that comes earlier ends the tickets',
    },
  },
  {
    name: 'an end that was moved while the sweep came',
    file: 'src/server/transfers/sweep/end-expired.ts',
    snippet: ".where('expires_at', '<=', at)",
    removed: '',
    noticedBy: { files: ['tests/http/links/moved-meanwhile.test.ts'], tests: 'is left alone by a sweep' },
  },
  {
    name: 'manage token',
    file: 'src/server/transfers/manage/find-managed.ts',
    snippet: 'if (timingSafeEqual(manageTokenHash(token), manage_token_hash)) return',
    removed: 'if (manage_token_hash.length > 0) return',
    noticedBy: { files: ['tests/http/links/manage.test.ts'], tests: 'belongs to its manage token' },
  },
  {
    name: 'wrong manage tokens are counted',
    file: 'src/server/transfers/manage/find-managed.ts',
    snippet: '  await consumeRateLimit(services, key, wrongTokens)',
    removed: '',
    noticedBy: { files: ['tests/http/links/manage-tokens.test.ts'], tests: 'are not guessed' },
  },
  {
    name: 'no token of a network that guesses is looked at',
    file: 'src/server/transfers/manage/find-managed.ts',
    snippet: '  await checkRateLimit(services, key, wrongTokens)',
    removed: '',
    noticedBy: { files: ['tests/http/links/manage-tokens.test.ts'], tests: 'are not guessed' },
  },
  {
    name: 'version of a changed transfer',
    file: 'src/server/transfers/manage/change-transfer.ts',
    snippet: 'const isStale = seen !== undefined && transfer.version !== seen + 1',
    removed: 'const isStale = false',
    noticedBy: { files: ['tests/http/links/manage.test.ts'], tests: 'has seen an older version' },
  },
  {
    name: 'version of an ended transfer',
    file: 'src/server/transfers/lifetime/delete-transfer.ts',
    snippet: '(seen !== undefined && held.version !== seen)',
    removed: 'false',
    noticedBy: { files: ['tests/http/links/manage.test.ts'], tests: 'who has seen an older version' },
  },
  {
    name: 'owner of a transfer that is deleted',
    file: 'src/server/transfers/lifetime/delete-transfer.ts',
    snippet: 'held?.owner_id !== owner_id ||',
    removed: 'held &&',
    noticedBy: {
      files: ['tests/http/links/claim.test.ts'],
      tests: 'not deleted with the link that its claim ends',
      engine: 'postgres',
    },
  },
  {
    name: 'slot that an archive was issued through',
    file: 'src/server/requests/archive/send-archive.ts',
    snippet: `    .where('slots.id', '=', slotId)
`,
    removed: '',
    noticedBy: { files: ['tests/http/requests/locked-requests.test.ts'], tests: 'got a file password since' },
  },
  {
    name: 'longest life of a transfer',
    file: 'src/server/transfers/manage/longest-end.ts',
    snippet: 'Math.min(chosen, created_at + config.LONGEST_LIFE.duration)',
    removed: 'chosen',
    noticedBy: { files: ['tests/http/links/manage.test.ts'], tests: 'nor beyond LONGEST_LIFE' },
  },
  {
    name: 'tickets of a slot that is gone',
    file: 'src/server/transfers/download/reservations.ts',
    snippet: "      .innerJoin('slots', 'slots.id', 'reservations.slot_id')\n",
    removed: '',
    noticedBy: { files: ['tests/http/links/password.test.ts'], tests: 'ends the tickets that are out' },
  },
  {
    name: 'a slot that another has replaced',
    file: 'src/server/transfers/manage/change-file-password.ts',
    snippet: 'if (isReplaced || (!come && left.length === 0))',
    removed: 'if (!come && left.length === 0)',
    noticedBy: { files: ['tests/http/links/password.test.ts'], tests: 'one of two managers at once' },
  },
  {
    name: 'a key pair that was to lock a transfer alone',
    file: 'src/server/transfers/manage/change-file-password.ts',
    snippet: 'if (isReplaced || (!come && left.length === 0))',
    removed: 'if (isReplaced)',
    noticedBy: {
      engine: 'postgres',
      files: ['tests/http/links/password.test.ts'],
      tests: 'the key pair that locks the rest is deleted meanwhile',
    },
  },
  {
    name: 'a transfer that ends in the call that moves its end',
    file: 'src/server/transfers/manage/update-transfer.ts',
    snippet: 'if (await updateDownloads(transaction, held, request, about)) return false',
    removed: 'await updateDownloads(transaction, held, request, about)',
    noticedBy: {
      files: ['tests/http/links/delete-after-download.test.ts'],
      tests: 'for good when the same call was to move its end',
    },
  },
  {
    name: 'an owner of a claimed transfer',
    file: 'src/server/transfers/manage/claim-transfer.ts',
    snippet: "if (transfer.owner_id !== null) throw new Failure('ALREADY_OWNED')",
    removed: '',
    noticedBy: { files: ['tests/http/links/claim.test.ts'], tests: 'is claimed into one' },
  },
  {
    name: 'deletion token',
    file: 'src/server/transfers/lifetime/delete-transfer.ts',
    snippet: 'if (!timingSafeEqual(sha256(deletionToken), transfer.manage_token_hash))',
    removed: 'if (false)',
    noticedBy: { files: ['tests/http/downloads/transfer.test.ts'], tests: 'the deletion link deletes' },
  },
  {
    name: 'owner of a deleted transfer',
    file: 'src/server/transfers/lifetime/delete-transfer.ts',
    snippet: '(caller && caller.id === transfer.owner_id)',
    removed: 'caller',
    noticedBy: { files: ['tests/http/accounts/ownership.test.ts'], tests: 'is not there, with any call' },
  },
  {
    name: 'owner of an ML-KEM slot',
    file: 'src/server/transfers/download/choose-slot.ts',
    snippet: 'if (forOwner && isOwner && keyPassword) return forOwner',
    removed: 'if (forOwner && keyPassword) return forOwner',
    noticedBy: { files: ['tests/http/accounts/ownership.test.ts'], tests: 'opens to nobody' },
  },
  {
    name: 'file passwords by address',
    file: 'src/server/transfers/download/throttle-file-password.ts',
    snippet: `  await consumeRateLimit(services, own, tries.byAddress)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/download-limits.test.ts'],
      tests: 'are limited for one address and file',
    },
  },
  {
    name: 'file passwords by file',
    file: 'src/server/transfers/download/throttle-file-password.ts',
    snippet: `    await consumeRateLimit(services, all, tries.byFile)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/download-limits.test.ts'],
      tests: 'are limited for a file across',
    },
  },
  {
    name: 'right file passwords are not counted',
    file: 'src/server/transfers/download/throttle-file-password.ts',
    snippet: '  let isWrong = false',
    removed: '  let isWrong = true',
    noticedBy: {
      files: ['tests/http/downloads/download-limits.test.ts'],
      tests: 'the right one is not counted',
    },
  },
  {
    name: 'header of a blob',
    file: 'src/server/transfers/content/open-content.ts',
    snippet: `  if (!front.subarray(0, messageStart).equals(header))
    throw new ContentDamaged('the header is not this blob’s')
`,
    removed: '',
    noticedBy: { files: ['tests/http/downloads/download-damaged.test.ts'], tests: 'one bit of the header' },
  },
  {
    name: 'a commit before an answer',
    file: 'src/server/platform/database/sqlite/sqlite-driver.ts',
    snippet: `    await committed.done
`,
    removed: '',
    noticedBy: {
      files: ['src/server/platform/database/sqlite/group-commit.test.ts'],
      tests: 'anyone who has an answer',
    },
  },
  {
    name: 'nothing read before its commit',
    file: 'src/server/platform/database/sqlite/sqlite-driver.ts',
    snippet: 'return this.#owner === undefined && !this.#group.isOpen()',
    removed: 'return this.#owner === undefined',
    noticedBy: {
      files: ['src/server/platform/database/sqlite/group-commit.test.ts'],
      tests: 'nobody reads what is not committed',
    },
  },
  {
    name: 'small files in a backup without blobs',
    file: 'src/server/operations/backup/list-blobs.ts',
    snippet: "store === 'database' || withStores",
    removed: 'withStores',
    noticedBy: { files: ['tests/http/uploads/small-files.test.ts'], tests: 'is in every backup' },
  },
  {
    name: 'lists of backups as they were made',
    file: 'src/server/operations/backup/remove-unnamed.ts',
    snippet: "typeof made === 'string' || made.blobs.sha256 !== (await hashFile(path))",
    removed: "typeof made === 'string'",
    noticedBy: { files: ['tests/cli/backup.test.ts'], tests: 'removes no copy while' },
  },
  {
    name: 'list of the last backup as it was made',
    file: 'src/server/operations/backup/blob-lines.ts',
    snippet: '(await hashFile(path)) === made.blobs.sha256',
    removed: 'true',
    noticedBy: { files: ['tests/cli/damaged-backups.test.ts'], tests: 'is passed over where its list' },
  },
  {
    name: 'blobs that were marked before their first backup',
    file: 'src/server/operations/backup/list-blob.ts',
    snippet: ' : !isMarked)',
    removed: ' : true)',
    noticedBy: { files: ['tests/cli/damaged-backups.test.ts'], tests: 'stay marked, and a restore' },
  },
  {
    name: 'evidence in a backup',
    file: 'src/server/transfers/model/kept-transfers.ts',
    snippet: 'return Math.max(expires_at, held_until ?? expires_at)',
    removed: 'return expires_at',
    noticedBy: { files: ['tests/cli/restore.test.ts'], tests: 'opens what is held as evidence' },
  },
  {
    name: 'blobs of evidence in a restore',
    file: 'src/server/transfers/model/kept-transfers.ts',
    snippet: ", eb('transfers.held_until', '>', now)])",
    removed: '])',
    noticedBy: { files: ['tests/cli/restore.test.ts'], tests: 'opens what is held as evidence' },
  },
  {
    name: 'day keys of evidence in a restore',
    file: 'src/cli/service/restore.ts',
    snippet: ' || keptDays.has(day)',
    removed: '',
    noticedBy: { files: ['tests/cli/restore.test.ts'], tests: 'opens what is held as evidence' },
  },
  {
    name: 'backups that cannot be read are kept',
    file: 'src/server/operations/backup/backups.ts',
    snippet: " || state === 'unreadable'",
    removed: '',
    noticedBy: { files: ['tests/cli/backup.test.ts'], tests: 'where its manifest' },
  },
  {
    name: 'one new master key at a time',
    file: 'src/server/platform/data-folder/master-keys.ts',
    snippet: "openSync(draft, 'wx', 0o600)",
    removed: "openSync(draft, 'w', 0o600)",
    noticedBy: { files: ['tests/cli/commands.test.ts'], tests: 'one master key at a time' },
  },
  {
    name: 'a day key in memory of its own',
    file: 'src/server/transfers/keys/day-keys.ts',
    snippet: 'return Uint8Array.from(await keeperOf(services).obtain(day))',
    removed: 'return keeperOf(services).obtain(day)',
    noticedBy: {
      files: ['tests/http/downloads/move-end.test.ts'],
      tests: 'forward and back',
    },
  },
  {
    name: 'length of a blob',
    file: 'src/server/transfers/content/open-content.ts',
    snippet: `  if ((whole?.length ?? (await blobs.size(blob_id))) !== length)
    throw new ContentDamaged('the blob has another length')
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/download-damaged.test.ts'],
      tests: 'something follows its end',
    },
  },
  {
    name: 'key commitment',
    file: 'src/crypto/content/open-content.ts',
    snippet: 'if (!timingSafeEqual(secrets.commitment, preamble.subarray(saltLength))) {',
    removed: 'if (false) {',
    noticedBy: { files: ['src/crypto/content/content.test.ts'], tests: 'every flipped bit' },
  },
  {
    name: 'tag of a chunk',
    file: 'src/crypto/content/open-content.ts',
    snippet: 'if (!gcm.open(chunkNonce(index), sealed, from, to, plain, at)) {',
    removed: 'gcm.open(chunkNonce(index), sealed, from, to, plain, at)\n          if (false) {',
    noticedBy: { files: ['src/crypto/content/content.test.ts'], tests: 'every flipped bit' },
  },
  {
    name: 'tag of a message, computed by OpenSSL',
    file: 'src/crypto/aes-gcm/openssl-gcm.ts',
    snippet: 'authentic = openssl.EVP_CipherFinal_ex(context, nothingAt, lengthAt) === 1',
    removed: 'authentic = true',
    noticedBy: { files: ['src/crypto/aes-gcm/aes-gcm.test.ts'], tests: 'OpenSSL is reached' },
  },
  {
    name: 'tag of a message, computed by node:crypto',
    file: 'src/crypto/aes-gcm/node-gcm.ts',
    snippet: `        decipher.final()
`,
    removed: '',
    noticedBy: { files: ['src/crypto/aes-gcm/aes-gcm.test.ts'], tests: 'node:crypto: a refused message' },
  },
  {
    name: 'ranges of memory that only an address is given of',
    file: 'src/crypto/aes-gcm/gcm.ts',
    snippet: 'if (!(from >= 0 && from <= to && to <= memory.length)) {',
    removed: 'if (!(from >= 0 && from <= to)) {',
    noticedBy: { files: ['src/crypto/aes-gcm/aes-gcm.test.ts'], tests: 'node:crypto: ranges outside' },
  },
  {
    name: 'only the last chunk is short',
    file: 'src/crypto/content/open-content.ts',
    snippet: 'if (length < 0 || (isLast ? length >= chunkLength : length !== chunkLength)) {',
    removed: 'if (length < 0) {',
    noticedBy: { files: ['src/crypto/content/content.test.ts'] },
  },
  {
    name: 'end of a message',
    file: 'src/crypto/content/open-content.ts',
    snippet: `  throw new ContentDamaged(\`the message ends \${left} bytes early\`)
`,
    removed: '',
    noticedBy: { files: ['src/crypto/content/content.test.ts'], tests: 'cut anywhere' },
  },
  {
    name: 'place of a segment',
    file: 'src/crypto/content/blob-header.ts',
    snippet: `    place,
    Buffer`,
    removed: '    Buffer',
    noticedBy: { files: ['src/crypto/content/content.test.ts'], tests: 'file or segment is refused' },
  },
  {
    name: 'file of a segment',
    file: 'src/crypto/content/blob-header.ts',
    snippet: `    Buffer.from(fileId, 'utf8'),
`,
    removed: '',
    noticedBy: { files: ['src/crypto/content/content.test.ts'], tests: 'file or segment is refused' },
  },
  {
    name: 'transfer of a life key',
    file: 'src/crypto/keys/transfer-key.ts',
    snippet: `\`\${lifePurpose}\\0\${day}\\0\${transferId}\``,
    removed: `\`\${lifePurpose}\\0\${day}\``,
    noticedBy: { files: ['src/crypto/keys/keys.test.ts'], tests: 'for its day and transfer only' },
  },
  {
    name: 'day of a life key',
    file: 'src/crypto/keys/transfer-key.ts',
    snippet: `\`\${lifePurpose}\\0\${day}\\0\${transferId}\``,
    removed: `\`\${lifePurpose}\\0\${transferId}\``,
    noticedBy: { files: ['src/crypto/keys/keys.test.ts'], tests: 'for its day and transfer only' },
  },
  {
    name: 'tag of a sealed key',
    file: 'src/crypto/keys/sealed-key.ts',
    snippet: `    decipher.final()
`,
    removed: '',
    noticedBy: { files: ['src/crypto/keys/keys.test.ts'], tests: 'every altered byte of a slot' },
  },
  {
    name: 'length of a sealed key',
    file: 'src/crypto/keys/sealed-key.ts',
    snippet: `  if (sealed.length !== nonceLength + length + tagLength)
    throw new WrongKey('a sealed key has another length')
`,
    removed: '',
    noticedBy: { files: ['src/crypto/keys/keys.test.ts'], tests: 'of another length' },
  },
  {
    name: 'scanner that answers early',
    file: 'src/server/platform/scanner/clamd/clamd-session.ts',
    snippet: `    else if (!finished || socket.writableLength > 0) lose('it answered before it had everything')
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/uploads/clamd-answers.test.ts'],
      tests: 'OK and waits after the first chunk',
    },
  },
  {
    name: 'infected file',
    file: 'src/server/transfers/upload/scan-verdicts.ts',
    snippet: `      throw new Failure('VIRUS_DETECTED', { details: name })
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/virus-scan.test.ts'], tests: 'the test file is found' },
  },
  {
    name: 'file that was not scanned',
    file: 'src/server/transfers/upload/scan-verdicts.ts',
    snippet: `      if (config.UNSCANNED_FILES === 'refuse') throw new Failure('NOT_SCANNABLE', { details: name })
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/clamd-answers.test.ts'], tests: 'could not read' },
  },
  {
    name: 'number of fields',
    file: 'src/server/transfers/upload/form/form-fields.ts',
    snippet: 'if (optionCount > formLimits.fields)',
    removed: 'if (false)',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: '201 fields' },
  },
  {
    name: 'bytes of all fields',
    file: 'src/server/transfers/upload/form/form-fields.ts',
    snippet: 'if (waitingBytes > maxWaiting.bytes)',
    removed: 'if (false)',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'megabytes of them' },
  },
  {
    name: 'name of a field',
    file: 'src/server/transfers/upload/form/form-fields.ts',
    snippet: 'if (name.length > maxName)',
    removed: 'if (false)',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'a field with a long name' },
  },
  {
    name: 'bytes of a field',
    file: 'src/server/platform/http/forms/read-upload-form.ts',
    snippet: 'if (length > formLimits.fieldBytes)',
    removed: 'if (false)',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'a field without an end in sight' },
  },
  {
    name: 'number of files',
    file: 'src/server/platform/http/forms/read-upload-form.ts',
    snippet: `        if (files > maxFiles) throw new FormTooLarge(\`it has more than \${maxFiles} files\`)
`,
    removed: '',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'a hundred thousand tiny files' },
  },
  {
    name: 'number of parts',
    file: 'src/server/platform/http/forms/multipart-parser.ts',
    snippet: `    if (++parts > limits.parts) throw new FormTooLarge('the form has too many parts')
`,
    removed: '',
    noticedBy: { files: ['src/server/platform/http/forms/multipart-parser.test.ts'] },
  },
  {
    name: 'media type',
    file: 'src/server/platform/http/forms/read-boundary.ts',
    snippet: `  if (header.length > maxLength) return undefined
`,
    removed: '',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'a content type of thousands' },
  },
  {
    name: 'paths of an archive',
    file: 'src/server/transfers/zip/unique-path.ts',
    snippet: `    if (pathBytes > maxPathBytes) throw new UnsafePath('The paths of all files together are too long.')
`,
    removed: '',
    noticedBy: { files: ['src/server/transfers/zip/unique-path.test.ts'], tests: 'more than 8 MB' },
  },
  {
    name: 'folders of an archive',
    file: 'src/server/transfers/zip/unique-path.ts',
    snippet: `    if (number > maxFiles) throw new UnsafePath('There are too many folders.')
`,
    removed: '',
    noticedBy: {
      files: ['src/server/transfers/zip/unique-path.test.ts'],
      tests: 'more folders than files',
    },
  },
  {
    name: 'names in a path',
    file: 'src/server/transfers/zip/unique-path.ts',
    snippet: `    if (problem) throw new UnsafePath(problem)
`,
    removed: '',
    noticedBy: {
      files: ['src/server/transfers/zip/unique-path.test.ts'],
      tests: 'is refused with a sentence',
    },
  },
  {
    name: 'ranges of a language',
    file: 'src/server/platform/http/pages/page-language.ts',
    snippet: ".split(',', maxHeader.ranges)",
    removed: ".split(',')",
    noticedBy: { files: ['src/server/platform/http/pages/page-language.test.ts'] },
  },
  {
    name: 'time of a body',
    file: 'src/server/platform/http/read-body.ts',
    snippet: 'setTimeout(() => endLate(raw, reply), time)',
    removed: 'setTimeout(() => {}, time)',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'a JSON body that does not come' },
  },
  {
    name: 'sender that crawls',
    file: 'src/server/platform/http/read-body.ts',
    snippet: 'if (arrived - counted < slowestRate.bytes && !body.isPaused())',
    removed: 'if (false)',
    noticedBy: { files: ['src/server/platform/http/read-body.test.ts'], tests: 'crawls' },
  },
  {
    name: 'lowest rate of a receiver',
    file: 'src/server/platform/http/replies/send-content.ts',
    snippet: 'setTimeout(() => socket.destroy(), time)',
    removed: 'setTimeout(() => {}, time)',
    noticedBy: {
      files: ['src/server/platform/http/replies/send-content.test.ts'],
      tests: 'never stalls, and takes less',
    },
  },
  {
    name: 'time of a head',
    file: 'src/server/app.ts',
    snippet: `      headersTimeout: headTime,
`,
    removed: `      headersTimeout: 600_000,
`,
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'a head that does not come' },
  },
  {
    name: 'open at the same time by one address',
    file: 'src/server/platform/http/open-per-address.ts',
    snippet: `      if (count >= max) throw new Failure('RATE_LIMITED', { retryAfter })
`,
    removed: '',
    noticedBy: { files: ['tests/http/uploads/upload-steps.test.ts'], tests: 'one address may listen' },
  },
  {
    name: 'port of a proxy',
    file: 'src/server/platform/http/client-address.ts',
    snippet: 'bracketed ?? withPort ?? trimmed',
    removed: 'bracketed ?? trimmed',
    noticedBy: { files: ['src/server/platform/http/client-address.test.ts'] },
  },
  {
    name: 'forwarded addresses',
    file: 'src/server/app.ts',
    snippet: 'trustProxy: config.TRUSTED_PROXIES ? matchNetworks(config.TRUSTED_PROXIES) : false,',
    removed: 'trustProxy: true,',
    noticedBy: { files: ['tests/http/downloads/download-limits.test.ts'], tests: 'is not believed' },
  },
  {
    name: 'no-store by route',
    file: 'src/server/app.ts',
    snippet: "if (url === undefined || url.startsWith('/api'))",
    removed: "if (request.url.startsWith('/api'))",
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'is not stored, however' },
  },
  {
    name: 'one host',
    file: 'src/server/platform/http/request-target.ts',
    snippet: 'if (hosts === 1 || (hosts === 0 && !needed)) done()',
    removed: 'if (hosts >= 1 || !needed) done()',
    noticedBy: { files: ['tests/http/hostile/bad-input.test.ts'], tests: 'a request names one host' },
  },
  {
    name: 'rate limit',
    file: 'src/server/platform/rate-limits/rate-limits.ts',
    snippet: "        .where('rate_limits.free_at', '<=', latest),",
    removed: '        ,',
    noticedBy: { files: ['tests/http/uploads/upload-limits.test.ts'], tests: 'are counted whatever' },
  },
  {
    name: 'rate limit of a clock that was ahead',
    file: 'src/server/platform/rate-limits/rate-limits.ts',
    snippet: `  if (!row || row.free_at <= usedUp + slack) return row?.free_at
`,
    removed: `  if (row || usedUp) return row?.free_at
`,
    noticedBy: { files: ['tests/http/uploads/upload-limits.test.ts'], tests: 'a clock that was a day ahead' },
  },
  {
    name: 'refund of mails',
    file: 'src/server/transfers/sender/mail-limits.ts',
    snippet: `    for (const one of consumed) await refundRateLimit(services, ...one)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/messaging/mail-announcements.test.ts'],
      tests: 'cannot fill one mailbox',
    },
  },
  {
    name: 'used refresh token',
    file: 'src/server/identity/sessions/refresh-session.ts',
    snippet: `      await endStolen(services, session, user)
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/sessions.test.ts'], tests: 'ends the session' },
  },
  {
    name: 'grace of a refresh token',
    file: 'src/server/identity/sessions/refresh-session.ts',
    snippet: 'timingSafeEqual(presented, previous) && now < rotatedAt + grace',
    removed: 'timingSafeEqual(presented, previous)',
    noticedBy: { files: ['tests/http/accounts/sessions.test.ts'], tests: 'comes back after the minute' },
  },
  {
    name: 'clock of the grace of a refresh token',
    file: 'src/server/identity/sessions/refresh-session.ts',
    snippet: 'rotated_at: databaseNow(services),',
    removed: 'rotated_at: now,',
    noticedBy: { files: ['tests/http/accounts/sessions.test.ts'], tests: 'is no theft', engine: 'postgres' },
  },
  {
    name: 'one refresh for a token',
    file: 'src/server/identity/sessions/refresh-session.ts',
    snippet: `    .where('refresh_hash', '=', session.refresh_hash)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/accounts/sessions.test.ts'],
      tests: 'of two refreshes',
      engine: 'postgres',
    },
  },
  {
    name: 'sessions of one person',
    file: 'src/server/identity/sessions/open-session.ts',
    snippet: '          .limit(maxSessions),',
    removed: '          .limit(10 * maxSessions),',
    noticedBy: { files: ['tests/http/accounts/sessions.test.ts'], tests: 'a person has twenty sessions' },
  },
  {
    name: 'account of a token',
    file: 'src/server/identity/principals/identify-caller.ts',
    snippet: `    .where('users.is_active', '=', 1),
`,
    removed: `    ,
`,
    noticedBy: { files: ['tests/http/accounts/sessions.test.ts'], tests: 'an account that is disabled' },
  },
  {
    name: 'token that opens no session',
    file: 'src/server/platform/http/authenticate.ts',
    snippet: `  if (!caller) throw new Failure('INVALID_TOKEN')
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/hostile/bad-input.test.ts'],
      tests: 'a bearer token that opens no session',
    },
  },
  {
    name: 'call for people',
    file: 'src/server/platform/http/authenticate.ts',
    snippet: `  if (!caller) throw new Failure('AUTHENTICATION_REQUIRED')
  if (access === 'admin' && !caller.isAdmin)`,
    removed: "  if (caller && access === 'admin' && !caller.isAdmin)",
    noticedBy: { files: ['tests/http/operations/admin.test.ts'], tests: 'for administrators alone' },
  },
  {
    name: 'call for administrators',
    file: 'src/server/platform/http/authenticate.ts',
    snippet: `  if (access === 'admin' && !caller.isAdmin) throw new Failure('FORBIDDEN')
`,
    removed: '',
    noticedBy: { files: ['tests/http/operations/admin.test.ts'], tests: 'for administrators alone' },
  },
  {
    name: 'password that must be changed',
    file: 'src/server/platform/http/authenticate.ts',
    snippet: `    if (access !== 'anyone' || request.method !== 'GET') throw new Failure(owes)
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/passwords.test.ts'], tests: 'that an administrator has set' },
  },
  {
    name: 'maintenance',
    file: 'src/server/platform/http/maintenance.ts',
    snippet: `    if (active) throw maintenanceFailure(message)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/operations/maintenance.test.ts'],
      tests: 'everybody but administrators',
    },
  },
  {
    name: 'sign-in under maintenance',
    file: 'src/server/identity/credentials/sign-in.ts',
    snippet: `  if (maintenance.active && user.is_admin === 0) throw maintenanceFailure(maintenance.message)
`,
    removed: '',
    noticedBy: { files: ['tests/http/operations/maintenance.test.ts'], tests: 'administrators sign in' },
  },
  {
    name: 'a refused sign-in names nobody who is erased',
    file: 'src/server/identity/accounts/record-alone.ts',
    snippet: 'await recordAct(transaction, { ...act, ...held }, clock.now())',
    removed: 'await recordAct(transaction, { ...act, by, to }, clock.now())',
    noticedBy: {
      files: ['tests/http/accounts/changed-meanwhile.test.ts'],
      tests: 'is not written down by',
      engine: 'postgres',
    },
  },
  {
    name: 'pause after wrong passwords',
    file: 'src/server/identity/credentials/throttle-attempts.ts',
    snippet: `    if (wait > 0) throw new Failure('RATE_LIMITED', { retryAfter: wait / SECOND })
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/accounts.test.ts'], tests: 'after five wrong passwords' },
  },
  {
    name: 'sign-ins of an address',
    file: 'src/server/identity/credentials/sign-in-limits.ts',
    snippet: `  await consumeRateLimit(services, \`sign-in minute \${address}\`, perMinute)
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/accounts.test.ts'], tests: 'twenty sign-ins a minute' },
  },
  {
    name: 'password is still the same',
    file: 'src/server/identity/credentials/set-password.ts',
    snippet: `    .where('password_hash', '=', user.password_hash)
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/passwords.test.ts'], tests: 'of two changes at the same time' },
  },
  {
    name: 'current password',
    file: 'src/server/identity/credentials/confirm-password.ts',
    snippet: "row && (await checkPassword(password, row.password_hash, cost)) !== 'wrong' ? row : undefined",
    removed: 'row',
    noticedBy: { files: ['tests/http/accounts/passwords.test.ts'], tests: 'it wants the current password' },
  },
  {
    name: 'time of a reset link',
    file: 'src/server/identity/credentials/reset-password.ts',
    snippet: `    .where('reset_tokens.expires_at', '>', now)
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/passwords.test.ts'], tests: 'a link works for half an hour' },
  },
  {
    name: 'last administrator',
    file: 'src/server/identity/accounts/assert-admin-remains.ts',
    snippet: `  if (!left) throw new Failure('LAST_ADMIN')
`,
    removed: '',
    noticedBy: { files: ['tests/http/operations/admin-users.test.ts'], tests: 'keep the last active' },
  },
  {
    name: 'row lock of administrators',
    file: 'src/server/identity/accounts/assert-admin-remains.ts',
    snippet: `  await transaction
    .updateTable('users')
    .set(({ ref }) => ({ is_admin: ref('is_admin') }))
    .where('is_admin', '=', 1)
    .execute()
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/operations/admin-users.test.ts'],
      tests: 'remove each other and neither has committed',
      engine: 'postgres',
    },
  },
  {
    name: 'owner of a contact that is read',
    file: 'src/server/contacts/contacts.ts',
    snippet: `    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
`,
    removed: `    .selectAll()
    .where('id', '=', id)
`,
    noticedBy: { files: ['tests/http/accounts/ownership.test.ts'], tests: 'is not there, with any call' },
  },
  {
    name: 'owner of a contact that is changed',
    file: 'src/server/contacts/contacts.ts',
    snippet: `    .set(columnsOf(request))
    .where('id', '=', id)
    .where('user_id', '=', userId)
`,
    removed: `    .set(columnsOf(request))
    .where('id', '=', id)
`,
    noticedBy: { files: ['tests/http/accounts/ownership.test.ts'], tests: 'is not there, with any call' },
  },
  {
    name: 'owner of a contact that is deleted',
    file: 'src/server/contacts/contacts.ts',
    snippet: `    .deleteFrom('contacts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
`,
    removed: `    .deleteFrom('contacts')
    .where('id', '=', id)
`,
    noticedBy: { files: ['tests/http/accounts/ownership.test.ts'], tests: 'is not there, with any call' },
  },
  {
    name: 'number of contacts',
    file: 'src/server/contacts/contacts.ts',
    snippet: `    if (count > maxContacts) throw new Failure('TOO_MANY_CONTACTS')
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/contacts.test.ts'], tests: 'are so many at most' },
  },
  {
    name: 'owner of a session',
    file: 'src/server/identity/sessions/sessions.ts',
    snippet: `    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
`,
    removed: `    .where('id', '=', sessionId)
`,
    noticedBy: { files: ['tests/http/accounts/ownership.test.ts'], tests: 'is not there, with any call' },
  },
  {
    name: 'owner of notifications',
    file: 'src/server/messaging/notifications/notifications.ts',
    snippet: `    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(`,
    removed: `    .where('read_at', 'is', null)
    .$if(`,
    noticedBy: {
      files: ['tests/http/messaging/notifications.test.ts'],
      tests: 'nobody marks those of others',
    },
  },
  {
    name: 'owner of listed files',
    file: 'src/server/transfers/own/list-own-files.ts',
    snippet: `    .where('owner_id', '=', ownerId)
`,
    removed: '',
    noticedBy: { files: ['tests/http/downloads/own-files.test.ts'], tests: 'nothing of anybody else' },
  },
  {
    name: 'fingerprint of the master key',
    file: 'src/server/platform/locks/instance-rows.ts',
    snippet: 'if (!fingerprints.includes(active)) {',
    removed: 'if (active === undefined) {',
    noticedBy: { files: ['tests/http/operations/several-servers.test.ts'], tests: 'different master keys' },
  },
  {
    name: 'master key that every instance has',
    file: 'src/server/platform/data-folder/rotate-master-key.ts',
    snippet: 'if (lacking === 0)',
    removed: 'if (lacking >= 0)',
    noticedBy: { files: ['tests/http/operations/rotation.test.ts'], tests: 'is rotated while they are used' },
  },
  {
    name: 'master key that is still needed',
    file: 'src/server/platform/data-folder/live-keys.ts',
    snippet:
      '        (key) => [key.kid, fingerprintOf(key)].some((name) => needed.has(name)) || inFile.has(key.kid),',
    removed: '        (key) => inFile.has(key.kid),',
    noticedBy: { files: ['tests/http/operations/rotation.test.ts'], tests: 'is rotated while they are used' },
  },
  {
    name: 'nothing is removed that a running release uses',
    file: 'src/server/platform/database/migrate.ts',
    snippet: 'if (older.length > 0)',
    removed: 'if (older.length < 0)',
    noticedBy: {
      files: ['tests/http/operations/rolling-upgrade.test.ts'],
      tests: 'removes what the older one uses',
    },
  },
  {
    name: 'tables that have lost what a release uses',
    file: 'src/server/platform/database/migrate.ts',
    snippet: 'if (canUseTables(stepNames, needs_step) && stepNames.every(',
    removed: 'if (stepNames.every(',
    noticedBy: {
      files: ['src/server/platform/database/open-database.test.ts'],
      tests: 'opens tables to which a newer program',
    },
  },
  {
    name: 'foreign keys',
    file: 'src/server/platform/database/sqlite/open-sqlite.ts',
    snippet: 'pragma foreign_keys = on;',
    removed: 'pragma foreign_keys = off;',
    noticedBy: { files: ['src/server/platform/database/tables.test.ts'], tests: 'lose files, slots' },
  },
  {
    name: 'lock of another',
    file: 'src/server/platform/locks/locks.ts',
    snippet: "        .where('locks.expires_at', '<=', now),",
    removed: '        ,',
    noticedBy: { files: ['src/server/platform/locks/locks.test.ts'], tests: 'is given to one of many' },
  },
  {
    name: 'lock that was lost',
    file: 'src/server/platform/locks/locks.ts',
    snippet: `  if (numUpdatedRows !== 1n) throw new LockLost(\`the lock \${name} was lost\`)
`,
    removed: '',
    noticedBy: { files: ['src/server/platform/locks/locks.test.ts'], tests: 'that was lost stops' },
  },
  {
    name: 'lock of a clock that was ahead',
    file: 'src/server/platform/locks/locks.ts',
    snippet: `    await clampExpiry(services, name, duration)
`,
    removed: '',
    noticedBy: { files: ['src/server/platform/locks/locks.test.ts'], tests: 'a clock was a day ahead' },
  },
  {
    name: 'restore into an empty database',
    file: 'src/server/operations/backup/restore/restore-tables.ts',
    snippet: `    if (rows.length > 0)
      throw new Failure('RESTORE_REFUSED', { message: 'The database is not empty: restore into a new one.' })
`,
    removed: '',
    noticedBy: { files: ['tests/cli/restore.test.ts'], tests: 'is refused when it, the master keys' },
  },
  {
    name: 'a restore that has not ended is not served',
    file: 'src/server/processes/serve.ts',
    snippet: '  await requireFinished(services.database)\n',
    removed: '',
    noticedBy: { files: ['tests/cli/restore.test.ts'], tests: 'stops after its tables' },
  },
  {
    name: 'checksums of a backup',
    file: 'src/server/operations/backup/restore/verify-backup.ts',
    snippet: 'if ((await hashFile(join(path, name))) !== sha256)',
    removed: 'if (false)',
    noticedBy: { files: ['tests/cli/restore.test.ts'], tests: 'is refused when it, the master keys' },
  },
  {
    name: 'mail that has left',
    file: 'src/server/messaging/mail/deliver-mail.ts',
    snippet: 'if (isLast) throw error',
    removed: 'throw error',
    noticedBy: { files: ['tests/http/messaging/events.test.ts'], tests: 'a mail that was taken' },
  },
  {
    name: 'claim of a mail',
    file: 'src/server/messaging/mail/deliver-mail.ts',
    snippet: `      .where('not_before', '=', due.not_before)
`,
    removed: '',
    noticedBy: { files: ['tests/http/messaging/mail-delivery.test.ts'], tests: 'leaves once each' },
  },
  {
    name: 'event in its transaction',
    file: 'src/server/platform/events/open-dispatcher.ts',
    snippet: `    if (ids.length > 0) await transaction.deleteFrom('events').where('id', 'in', ids).execute()
  })
`,
    removed: `  })
  const ids = claimed.map(({ id }) => id)
  if (ids.length > 0) await database.deleteFrom('events').where('id', 'in', ids).execute()
`,
    noticedBy: { files: ['tests/http/messaging/events.test.ts'], tests: 'are handled once each' },
  },
  {
    name: 'claim of an event',
    file: 'src/server/platform/events/open-dispatcher.ts',
    snippet: 'due.forUpdate().skipLocked()',
    removed: 'due',
    noticedBy: {
      files: ['tests/http/messaging/events.test.ts'],
      tests: 'are handled once each',
      engine: 'postgres',
    },
  },
  {
    name: 'store with blobs of nobody',
    file: 'src/server/platform/blobs/claim-store.ts',
    snippet: '(await mayClaim(store)) && ',
    removed: '',
    noticedBy: {
      files: ['tests/http/operations/foreign-stores.test.ts'],
      tests: 'does not start with an empty one',
    },
  },
  {
    name: 'day keys without an owner',
    file: 'src/server/operations/backup/own-folder.ts',
    snippet: 'owner === undefined ? hasDayKeys(services) :',
    removed: 'owner !== undefined &&',
    noticedBy: { files: ['tests/cli/backup.test.ts'], tests: 'keeps its keys beside' },
  },
  {
    name: 'folder of backups of another service',
    file: 'src/server/operations/backup/own-folder.ts',
    snippet: "  if (await isFolderTaken(services)) throw new Failure('BACKUP_FOLDER_TAKEN')\n",
    removed: '',
    noticedBy: { files: ['tests/cli/backup.test.ts'], tests: 'keeps its keys beside a new service' },
  },
  {
    name: 'running download of a revoked link',
    file: 'src/server/transfers/download/running-downloads.ts',
    snippet: `      .where('links.revoked_at', 'is', null)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/cut-downloads.test.ts'],
      tests: 'its link is revoked',
    },
  },
  {
    name: 'running download of a disabled account',
    file: 'src/server/transfers/download/running-downloads.ts',
    snippet: `      .where(({ eb, or }) => or([eb('transfers.owner_id', 'is', null), eb('users.is_active', '=', 1)]))
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/downloads/cut-downloads.test.ts'],
      tests: 'account of its sender is disabled',
    },
  },
  {
    name: 'blobs of a running download',
    file: 'src/server/transfers/sweep/remove-ended-blobs.ts',
    snippet: ".where('reservations.until', '>', now),",
    removed: ".where('reservations.until', '>', Number.MAX_SAFE_INTEGER),",
    noticedBy: {
      files: ['tests/http/downloads/cut-downloads.test.ts'],
      tests: 'goes on when its transfer expires',
    },
  },
  {
    name: 'place that outlasts clocks apart',
    file: 'src/server/transfers/download/reservations.ts',
    snippet: 'const runningTime = 3 * MINUTE',
    removed: 'const runningTime = MINUTE',
    noticedBy: {
      files: ['tests/http/downloads/download-once.test.ts'],
      tests: 'clocks are a minute apart',
    },
  },
  {
    name: 'place of a clock that was ahead',
    file: 'src/server/transfers/download/deliveries/settle-lapsed.ts',
    snippet: "    .where('until', '>', now + resumeTime + slack)",
    removed: "    .where('until', '>', Number.MAX_SAFE_INTEGER)",
    noticedBy: {
      files: ['tests/http/operations/clock-put-right.test.ts'],
      tests: 'frees its place',
    },
  },
  {
    name: 'mail put off by a clock that was ahead',
    file: 'src/server/messaging/mail/deliver-mail.ts',
    snippet: `  await clampWaits(services)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/operations/clock-put-right.test.ts'],
      tests: 'a mail that was put off',
    },
  },
  {
    name: 'event put off by a clock that was ahead',
    file: 'src/server/platform/events/open-dispatcher.ts',
    snippet: "or([eb('not_before', '<=', now), eb('not_before', '>', tooLate)])",
    removed: "or([eb('not_before', '<=', now)])",
    noticedBy: {
      files: ['tests/http/operations/clock-put-right.test.ts'],
      tests: 'an event that was put off',
    },
  },
  {
    name: 'wrong password of a clock that was ahead',
    file: 'src/server/identity/credentials/throttle-attempts.ts',
    snippet: 'row && row.last_at <= now + slack ?',
    removed: 'row ?',
    noticedBy: {
      files: ['tests/http/operations/clock-put-right.test.ts'],
      tests: 'wrong passwords of that day',
    },
  },
  {
    name: 'maintenance read by a clock that was ahead',
    file: 'src/server/platform/http/maintenance.ts',
    snippet: 'Math.abs(clock.now() - readAt) < freshness',
    removed: 'clock.now() - readAt < freshness',
    noticedBy: {
      files: ['tests/http/operations/clock-put-right.test.ts'],
      tests: 'hears of maintenance',
    },
  },
  {
    name: 'stage that is written to',
    file: 'src/server/platform/blobs/disk/disk-blob-store.ts',
    snippet: 'if (!last || !isSame)',
    removed: 'if (!last)',
    noticedBy: {
      files: ['src/server/platform/blobs/disk/disk-blob-store.test.ts'],
      tests: 'outlives a clock that leaps',
    },
  },
  {
    name: 'heartbeat of an open stage',
    file: 'src/server/platform/blobs/disk/disk-stage.ts',
    snippet: 'void date().catch(() => {})',
    removed: 'undefined',
    noticedBy: { files: ['tests/http/uploads/thumbnails.test.ts'], tests: 'sent nothing for it for long' },
  },
  {
    name: 'unreadable blob that is marked',
    file: 'src/server/operations/scrub/scrub-blobs.ts',
    snippet: "if (isBlobLost(error)) return { reason: 'It cannot be read.', isBlob: true }",
    removed: '',
    noticedBy: { files: ['tests/cli/scrub.test.ts'], tests: 'on a bad sector' },
  },
  {
    name: 'row lock of places',
    file: 'src/server/transfers/download/reservations.ts',
    snippet: `    .updateTable('links')
    .set(({ ref }) => ({ downloads: ref('downloads') }))
    .where('id', '=', linkId)
    .returning(['downloads', 'download_limit', 'revoked_at'])
`,
    removed: `    .selectFrom('links')
    .where('id', '=', linkId)
    .select(['downloads', 'download_limit', 'revoked_at'])
`,
    noticedBy: {
      files: ['tests/http/downloads/download-once.test.ts'],
      tests: 'fifty tickets at a limit of three',
      engine: 'postgres',
    },
  },
  {
    name: 'transaction that stands still',
    file: 'src/server/platform/database/postgres/open-postgres.ts',
    snippet: `    idle_in_transaction_session_timeout: idleTimeoutMs,
`,
    removed: '',
    noticedBy: {
      files: ['tests/real-services/instances/stopped-holder.test.ts'],
      tests: 'within the transaction',
      engine: 'postgres',
    },
  },
  {
    name: 'scope of an API key',
    file: 'src/server/platform/http/authenticate.ts',
    snippet: '  if (caller?.apiKey) assertScope(caller.apiKey.scopes, scope)\n',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/access-matrix.test.ts'] },
  },
  {
    name: 'administrators by API key on their own calls only',
    file: 'src/server/platform/http/authenticate.ts',
    snippet: "isAdmin: caller.isAdmin && access === 'admin'",
    removed: 'isAdmin: caller.isAdmin',
    noticedBy: {
      files: ['tests/http/signing-in/api-keys.test.ts'],
      tests: 'does not act as an administrator',
    },
  },
  {
    name: 'end of an API key',
    file: 'src/server/identity/api-keys/identify-api-key.ts',
    snippet:
      "    .where(({ eb, or }) => or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]))\n",
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/api-keys.test.ts'], tests: 'opens nothing after its time' },
  },
  {
    name: 'networks of an API key',
    file: 'src/server/identity/api-keys/identify-api-key.ts',
    snippet: 'if (!row || !isAllowedFrom(wordsOf(row.networks), ip)) return undefined',
    removed: 'if (!row) return undefined',
    noticedBy: { files: ['tests/http/signing-in/api-keys.test.ts'], tests: 'opens nothing after its time' },
  },
  {
    name: 'API key of an upload under way',
    file: 'src/server/identity/principals/principal.ts',
    snippet: '  await assertApiKeyLives(services, keyId)\n',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/api-keys.test.ts'], tests: 'ends what it began' },
  },
  {
    name: 'key pairs closed to API keys',
    file: 'src/server/identity/principals/principal.ts',
    snippet: 'return caller?.apiKey ? undefined : caller?.id',
    removed: 'return caller?.id',
    noticedBy: { files: ['tests/http/signing-in/api-keys.test.ts'], tests: 'opens and locks nothing' },
  },
  {
    name: 'number of API keys',
    file: 'src/server/identity/api-keys/api-keys.ts',
    snippet: "    if (count > apiKeyLimits.keys) throw new Failure('TOO_MANY_API_KEYS')\n",
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/api-keys.test.ts'], tests: 'above the limit' },
  },
  {
    name: 'confirmation before an API key',
    file: 'src/server/identity/api-keys/api-keys.routes.ts',
    snippet: '    await requireConfirmation(services, caller, request)\n',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/api-keys.test.ts'], tests: 'needs a fresh confirmation' },
  },
  {
    name: 'session of a confirmation',
    file: 'src/server/identity/credentials/confirmations.ts',
    snippet: "      .where('session_id', '=', caller.sessionId)\n      .where('expires_at'",
    removed: "      .where('expires_at'",
    noticedBy: { files: ['tests/http/signing-in/api-keys.test.ts'], tests: 'needs a fresh confirmation' },
  },
  {
    name: 'two contacts at once, of which one is too many',
    file: 'src/server/contacts/contacts.ts',
    snippet: 'await holdUser(transaction, userId)',
    removed: '',
    noticedBy: {
      engine: 'postgres',
      files: ['tests/http/accounts/contacts.test.ts'],
      tests: 'so many at most',
    },
  },
  {
    name: 'evidence that is disabled while its key pair is deleted',
    file: 'src/server/transfers/lifetime/files-of-keys.ts',
    snippet: 'await holdPassing(transaction, found, isNotDisabled)',
    removed: 'found',
    noticedBy: {
      engine: 'postgres',
      files: ['tests/http/moderation/changed-meanwhile.test.ts'],
      tests: 'end of the key pair',
    },
  },
  {
    name: 'evidence that is disabled while its account is erased',
    file: 'src/server/transfers/own/personal-transfers.ts',
    snippet: 'await holdPassing(transaction, found, isNotHeld(clock.now()))',
    removed: 'found',
    noticedBy: {
      engine: 'postgres',
      files: ['tests/http/moderation/changed-meanwhile.test.ts'],
      tests: 'end of the account',
    },
  },
  {
    name: 'decision while another one is taken back',
    file: 'src/server/operations/moderation/cases/decide-case.ts',
    snippet: `    await holdReportedRows(transaction, held, await findSameContent(transaction, held))
`,
    removed: '',
    noticedBy: {
      engine: 'postgres',
      files: ['tests/http/moderation/changed-meanwhile.test.ts'],
      tests: 'a wide decision is taken back',
    },
  },
  {
    name: 'what is disabled while a decision is taken back',
    file: 'src/server/operations/moderation/cases/switch-transfer.ts',
    snippet: `  await holdReportedRows(transaction, held)
  const isNew =`,
    removed: '  const isNew =',
    noticedBy: {
      engine: 'postgres',
      files: ['tests/http/moderation/changed-meanwhile.test.ts'],
      tests: 'away by button',
    },
  },
  {
    name: 'session that ends while a change is under way',
    file: 'src/server/identity/sessions/hold-account.ts',
    snippet: 'if (!session)',
    removed: 'if (!user)',
    noticedBy: {
      engine: 'postgres',
      files: ['tests/http/accounts/changed-meanwhile.test.ts'],
      tests: 'gives no codes to a session that ends',
    },
  },
  {
    name: 'second step after the password',
    file: 'src/server/identity/credentials/sign-in.ts',
    snippet:
      '  if (await hasSecondFactor(services.database, user.id))\n    return challengeSecondFactor(services, user, remember)\n',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/second-factor.test.ts'], tests: 'wanted from then on' },
  },
  {
    name: 'code of a second step is good once',
    file: 'src/server/identity/second-factor/sign-in-challenge.ts',
    snippet: `      .where('last_step', '<', step)
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/signing-in/second-factor.test.ts'],
      tests: 'takes a code once',
      engine: 'postgres',
    },
  },
  {
    name: 'code of an earlier step',
    file: 'src/crypto/passwords/one-time-code.ts',
    snippet: 'step > lastStep && ',
    removed: '',
    noticedBy: { files: ['src/crypto/passwords/one-time-code.test.ts'], tests: 'and not again' },
  },
  {
    name: 'challenge is good once',
    file: 'src/server/identity/second-factor/sign-in-challenge.ts',
    snippet: `  if (Number(used.numDeletedRows) === 0) throw new Failure('CHALLENGE_EXPIRED')
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/signing-in/second-factor.test.ts'],
      tests: 'good once, however many bring it',
      engine: 'postgres',
    },
  },
  {
    name: 'five wrong codes of a challenge',
    file: 'src/server/identity/second-factor/sign-in-challenge.ts',
    snippet: '    attemptsLeft = await countFailure(database, hash)\n',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/second-factor.test.ts'], tests: 'ends with its time' },
  },
  {
    name: 'recovery code is good once',
    file: 'src/server/identity/second-factor/sign-in-challenge.ts',
    snippet: "      .where('used_at', 'is', null)\n",
    removed: '',
    noticedBy: {
      files: ['tests/http/signing-in/second-factor.test.ts'],
      tests: 'by a recovery code',
    },
  },
  {
    name: 'challenge ends with the password',
    file: 'src/server/identity/credentials/set-password.ts',
    snippet: `  await transaction.deleteFrom('sign_in_challenges').where('user_id', '=', user.id).execute()
`,
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/second-factor.test.ts'], tests: 'ends with its time' },
  },
  {
    name: 'challenge for the password that there is',
    file: 'src/server/identity/second-factor/sign-in-challenge.ts',
    snippet: `    if (Number(held.numUpdatedRows) === 0) throw new Failure('INVALID_CREDENTIALS')
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/accounts/changed-meanwhile.test.ts'],
      tests: 'wants no second step',
      engine: 'postgres',
    },
  },
  {
    name: 'second factor where one is required',
    file: 'src/server/identity/second-factor/remove-factor.ts',
    snippet: `    if (isLast && isFactorRequired(config, user.is_admin === 1)) throw new Failure('SECOND_FACTOR_REQUIRED')
`,
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/second-factor.test.ts'], tests: 'takes nothing but an app' },
  },
  {
    name: 'scope of what adds to a transfer by tus',
    file: 'src/server/transfers/resumable/resumable.routes.ts',
    snippet:
      "    if (request.caller?.apiKey) assertScope(request.caller.apiKey.scopes, 'transfers:manage')\n",
    removed: '',
    noticedBy: {
      files: ['tests/http/signing-in/api-keys.test.ts'],
      tests: 'changes no transfer by an upload',
    },
  },
  {
    name: 'end of the days of grace',
    file: 'src/server/platform/http/authenticate.ts',
    snippet: 'caller?.mustAddFactor && !withoutFactor',
    removed: 'false',
    noticedBy: { files: ['tests/http/signing-in/second-factor.test.ts'], tests: 'takes nothing but an app' },
  },
  {
    name: 'set-up link where there is an administrator',
    file: 'src/server/operations/setup/setup-link.ts',
    snippet: 'if (!row || (await hasAdmin(database)))',
    removed: 'if (!row)',
    noticedBy: { files: ['tests/http/setup/setup.test.ts'], tests: 'closes the link' },
  },
  {
    name: 'master keys are handed out until a copy is confirmed',
    file: 'src/server/operations/setup/saved-keys.ts',
    snippet: `  if (!readKeyFile || (await areKeysSaved(services))) throw new Failure('NOT_FOUND')
  const text = readKeyFile()`,
    removed: `  if (!readKeyFile) throw new Failure('NOT_FOUND')
  const text = readKeyFile()`,
    noticedBy: { files: ['tests/http/setup/setup.test.ts'], tests: 'copy of the keys' },
  },
  {
    name: 'copy of the newest master key',
    file: 'src/server/operations/setup/saved-keys.ts',
    snippet: "const [newest = ''] = readKeyFile().split(',')",
    removed: "const newest = readKeyFile().split(',').at(-1) ?? ''",
    noticedBy: { files: ['tests/http/setup/setup.test.ts'], tests: 'of before a rotation' },
  },
  {
    name: 'confirmation before the master keys',
    file: 'src/server/operations/setup/setup.routes.ts',
    snippet: `    await requireConfirmation(services, caller, request)
    return downloadKeys`,
    removed: '    return downloadKeys',
    noticedBy: { files: ['tests/http/setup/setup.test.ts'], tests: 'copy of the keys' },
  },
  {
    name: 'a setting that changed meanwhile',
    file: 'src/server/operations/settings/change-settings.ts',
    snippet: `    if (stale.length > 0)
      throw new Failure('SETTING_CHANGED', { details: stale.map(({ name }) => name).join() })
`,
    removed: '',
    noticedBy: { files: ['tests/http/setup/settings.test.ts'], tests: 'changed meanwhile' },
  },
  {
    name: 'signature of an id token',
    file: 'src/server/identity/oidc/provider.ts',
    snippet: `  library.enableNonRepudiationChecks(configuration)
`,
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/hostile-provider.test.ts'], tests: 'opens nothing' },
  },
  {
    name: 'authorized party of an id token',
    file: 'src/server/identity/oidc/finish-at-provider.ts',
    snippet: `  if (idToken.azp !== undefined && idToken.azp !== config.OIDC_CLIENT_ID)
    throw new Error('the id token is for another client')
`,
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/hostile-provider.test.ts'], tests: 'opens nothing' },
  },
  {
    name: 'code of a sign-in is for its page',
    file: 'src/server/identity/oidc/codes.ts',
    snippet: 'row.challenge !== sha256Text(verifier) || ',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'is bound to its browser' },
  },
  {
    name: 'code of a sign-in is for its purpose',
    file: 'src/server/identity/oidc/codes.ts',
    snippet: ' || !purposes.includes(row.purpose)',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'is bound to its browser' },
  },
  {
    name: 'session opened to connect',
    file: 'src/server/identity/oidc/connect.ts',
    snippet: '!isSince || ',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'never takes over' },
  },
  {
    name: 'address of an account to connect',
    file: 'src/server/identity/oidc/connect.ts',
    snippet: " || foldName(account.email ?? '') !== foldName(caller.email)",
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'never takes over' },
  },
  {
    name: 'administrators are not connected by an address',
    file: 'src/server/identity/oidc/exchange-code.ts',
    snippet: ' || user.is_admin === 1',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'connects by a verified address' },
  },
  {
    name: 'address proven on both sides',
    file: 'src/server/identity/oidc/exchange-code.ts',
    snippet: ' && user.email_verified_at !== null',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'connects by a verified address' },
  },
  {
    name: 'own path after a sign-in',
    file: 'src/server/identity/oidc/start-sign-in.ts',
    snippet: 'ownPath(redirect, config.publicUrl) ?? null',
    removed: 'redirect ?? null',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'goes on to paths' },
  },
  {
    name: 'roles that no claim gave',
    file: 'src/server/identity/oidc/apply-claims.ts',
    snippet: 'grants === 1 ? 0 : flag',
    removed: '0',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'gives and takes roles' },
  },
  {
    name: 'roles go with the sign-in whose claims gave them',
    file: 'src/server/identity/oidc/identities.ts',
    snippet: 'await takeClaimed(services, transaction, held, removed, caller.sessionId)',
    removed: 'held',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'along with the sign-in' },
  },
  {
    name: 'last way to sign in',
    file: 'src/server/identity/oidc/identities.ts',
    snippet: `    if (!(await hasWayToSignIn(transaction, config, user))) throw new Failure('LAST_SIGN_IN')
`,
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/oidc.test.ts'], tests: 'asks for the second factor' },
  },
  {
    name: 'confirmed address before a sign-in',
    file: 'src/server/identity/credentials/sign-in.ts',
    snippet: `  await requireVerifiedEmail(services, user)
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/email-verification.test.ts'], tests: 'keep an account closed' },
  },
  {
    name: 'links that confirm end with the password',
    file: 'src/server/identity/credentials/set-password.ts',
    snippet: `  await transaction.deleteFrom('email_verifications').where('user_id', '=', user.id).execute()
`,
    removed: '',
    noticedBy: { files: ['tests/http/accounts/email-verification.test.ts'], tests: 'replace an old one' },
  },
  {
    name: 'person behind a passkey verified',
    file: 'src/server/identity/passkeys/verify-passkey.ts',
    snippet: '      requireUserVerification: true,\n      credential: {',
    removed: '      requireUserVerification: false,\n      credential: {',
    noticedBy: { files: ['tests/http/signing-in/passkeys.test.ts'], tests: 'from our own pages only' },
  },
  {
    name: 'passkey in a frame of another site',
    file: 'src/server/identity/passkeys/verify-passkey.ts',
    snippet: 'if (!verified || isFromAnotherSite(response.clientDataJSON)) return undefined',
    removed: 'if (!verified) return undefined',
    noticedBy: { files: ['tests/http/signing-in/passkeys.test.ts'], tests: 'from our own pages only' },
  },
  {
    name: 'passkey of another person’s handle',
    file: 'src/server/identity/passkeys/verify-passkey.ts',
    snippet: '  if (userHandle && userHandle !== userHandleOf(passkey.user_id)) return undefined\n',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/passkeys.test.ts'], tests: 'from our own pages only' },
  },
  {
    name: 'counter of a passkey on one device',
    file: 'src/server/identity/passkeys/verify-passkey.ts',
    snippet: '  return passkey.backup_eligible === 1\n',
    removed: '  return true\n',
    noticedBy: { files: ['tests/http/signing-in/passkeys.test.ts'], tests: 'once it counts back' },
  },
  {
    name: 'session of a passkey’s challenge',
    file: 'src/server/identity/passkeys/passkey-challenges.ts',
    snippet: `    .where('session_id', 'is not distinct from', holder?.sessionId ?? null)
`,
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/passkeys.test.ts'], tests: 'in the session that asked' },
  },
  {
    name: 'passkey of the second step is its person’s',
    file: 'src/server/identity/second-factor/passkey-step.ts',
    snippet: '    passkey?.user_id === user.id\n',
    removed: '    passkey\n',
    noticedBy: { files: ['tests/http/signing-in/passkeys.test.ts'], tests: 'opens nothing' },
  },
  {
    name: 'passkey’s try at a second step',
    file: 'src/server/identity/second-factor/passkey-step.ts',
    snippet: '  await consumeChallenge(database, hash)\n',
    removed: '',
    noticedBy: { files: ['tests/http/signing-in/passkeys.test.ts'], tests: 'opens nothing' },
  },
  {
    name: 'confirmation before a new passkey',
    file: 'src/server/identity/passkeys/passkeys.routes.ts',
    snippet: `    await requireConfirmation(services, caller, request)
    return addPasskey`,
    removed: '    return addPasskey',
    noticedBy: { files: ['tests/http/signing-in/passkeys.test.ts'], tests: 'with a fresh confirmation only' },
  },
  {
    name: 'token of a report',
    file: 'src/server/operations/moderation/reports/follow-report.ts',
    snippet: "if (!(await isSigned(database, 'report', report?.id ?? '', token)) || !report)",
    removed: 'if (!report)',
    noticedBy: {
      files: ['tests/http/moderation/reports.test.ts'],
      tests: 'a stranger to the operator’s button',
    },
  },
  {
    name: 'deletion of a request that a report has closed',
    file: 'src/server/requests/change-request.ts',
    snippet: `    if (held.disabled_at !== null) throw new Failure('TRANSFER_DISABLED')
`,
    removed: '',
    noticedBy: { files: ['tests/http/moderation/letters.test.ts'], tests: 'about a file request' },
  },
  {
    name: 'what a report waits about stays as it was reported',
    file: 'src/server/requests/change-request.ts',
    snippet: `  if (waits) throw new Failure('REQUEST_UNDER_REVIEW')
`,
    removed: '',
    noticedBy: { files: ['tests/http/moderation/letters.test.ts'], tests: 'about a file request' },
  },
  {
    name: 'form of another link',
    file: 'src/server/operations/moderation/reports/report-form.ts',
    snippet: 'if (!isOurs || until <= clock.now())',
    removed: 'if (until <= clock.now())',
    noticedBy: {
      files: ['tests/http/moderation/reports.test.ts'],
      tests: 'a stranger to the operator’s button',
    },
  },
  {
    name: 'button of a mail works once',
    file: 'src/server/operations/moderation/cases/press-button.ts',
    snippet: 'held.button_used === 1 || ',
    removed: '',
    noticedBy: {
      files: ['tests/http/moderation/reports.test.ts'],
      tests: 'a stranger to the operator’s button',
    },
  },
  {
    name: 'case of someone else',
    file: 'src/server/operations/moderation/cases/decide-case.ts',
    snippet: `    if (held.assignee_id !== null && held.assignee_id !== by.id) throw new Failure('CASE_TAKEN')
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/moderation/reports.test.ts'],
      tests: 'a stranger to the operator’s button',
    },
  },
  {
    name: 'evidence is not deleted by its sender',
    file: 'src/server/transfers/lifetime/delete-transfer.ts',
    snippet: `    if (!mayEndDisabled && held?.state === 'disabled') throw new Failure('TRANSFER_DISABLED')
`,
    removed: '',
    noticedBy: {
      files: ['tests/http/moderation/reports.test.ts'],
      tests: 'a stranger to the operator’s button',
    },
  },
  {
    name: 'child abuse stays closed',
    file: 'src/server/operations/moderation/cases/send-reported.ts',
    snippet: `  if (isForbidden) throw new Failure('CONTENT_NOT_ALLOWED')
`,
    removed: '',
    noticedBy: { files: ['tests/http/moderation/reports.test.ts'], tests: 'of the worst kind' },
  },
  {
    name: 'legal hold outlasts a decision',
    file: 'src/server/operations/moderation/cases/decide-case.ts',
    snippet: `      if (await hasLegalHold(transaction, held.id)) kept.add(id)
`,
    removed: '',
    noticedBy: { files: ['tests/http/moderation/consequences.test.ts'], tests: 'no legal hold is shortened' },
  },
  {
    name: 'legal hold of an earlier day',
    file: 'src/server/operations/moderation/cases/work-on-case.ts',
    snippet: `    if (until < (transfer.held_until ?? 0))
      throw new Failure('BAD_REQUEST', { details: 'until: it is kept for longer already' })
`,
    removed: '',
    noticedBy: { files: ['tests/http/moderation/consequences.test.ts'], tests: 'no legal hold is shortened' },
  },
  {
    name: 'what another case keeps disabled stays so',
    file: 'src/server/operations/moderation/cases/same-content.ts',
    snippet: 'same.filter((id) => !kept.has(id))',
    removed: 'same',
    noticedBy: {
      files: ['tests/http/moderation/consequences.test.ts'],
      tests: 'with the same content along',
    },
  },
  {
    name: 'same content of the same account alone',
    file: 'src/server/operations/moderation/cases/hash-evidence.ts',
    snippet: "    .where('owner_id', '=', uploader_id)\n",
    removed: '',
    noticedBy: {
      files: ['tests/http/moderation/consequences.test.ts'],
      tests: 'with the same content along',
    },
  },
  {
    name: 'evidence stays what a decision was based on',
    file: 'src/server/operations/moderation/cases/hash-evidence.ts',
    snippet: "      .where('hashes', '=', '[]')\n",
    removed: '',
    noticedBy: { files: ['tests/http/moderation/evidence.test.ts'], tests: 'stays as it was' },
  },
  {
    name: 'the rule comes once',
    file: 'src/server/operations/moderation/cases/switch-transfer.ts',
    snippet: "'cases.transfer_id', '=', held.transfer_id",
    removed: "'cases.id', '=', held.id",
    noticedBy: { files: ['tests/http/moderation/reports.test.ts'], tests: 'restored in another case' },
  },
  {
    name: 'two networks for the rule',
    file: 'src/server/operations/moderation/cases/switch-transfer.ts',
    snippet: 'networks.size < 2 && ',
    removed: '',
    noticedBy: { files: ['tests/http/moderation/reports.test.ts'], tests: 'of the worst kind' },
  },
  {
    name: 'block list',
    file: 'src/server/transfers/upload/take-in.ts',
    snippet: 'checked?.end()',
    removed: 'undefined',
    noticedBy: { files: ['tests/http/moderation/consequences.test.ts'], tests: 'on the block list' },
  },
  {
    name: 'suspended uploads',
    file: 'src/server/transfers/upload/upload-claims.ts',
    snippet: `  await assertNotSuspended(services, userIdOf(sender.principal), networkOf(sender.address))
`,
    removed: '',
    noticedBy: { files: ['tests/http/moderation/consequences.test.ts'], tests: 'three against an uploader' },
  },
  {
    name: 'a rule takes nothing over from a decision',
    file: 'src/server/operations/moderation/cases/switch-transfer.ts',
    snippet: 'if (!isNew && isRule) return false',
    removed: '',
    noticedBy: { files: ['tests/http/moderation/consequences.test.ts'], tests: 'police outlasts' },
  },
  {
    name: 'a recipient who is forgotten ends no evidence',
    file: 'src/server/transfers/lifetime/end-downloaded.ts',
    snippet: ".where('state', '=', 'ready')",
    removed: ".where('state', '!=', 'ended')",
    noticedBy: { files: ['tests/http/moderation/consequences.test.ts'], tests: 'police outlasts' },
  },
  {
    name: 'administrator in the transaction of the act',
    file: 'src/server/identity/accounts/assert-administrator.ts',
    snippet: "if (user.is_admin === 0) throw new Failure('FORBIDDEN')",
    removed: '',
    noticedBy: {
      files: ['tests/http/moderation/demoted-meanwhile.test.ts'],
      tests: 'without the role, transfers',
      engine: 'postgres',
    },
  },
  {
    name: 'a text field is kept, not a view of what is freed',
    file: 'src/server/platform/http/forms/read-upload-form.ts',
    snippet: 'pieces.push(Uint8Array.from(piece))',
    removed: 'pieces.push(piece)',
    noticedBy: { files: ['src/server/platform/http/forms/read-upload-form.test.ts'] },
  },
  {
    name: 'a thumbnail is kept, not a view of what is freed',
    file: 'src/server/transfers/upload/parts/incoming-thumbnails.ts',
    snippet: 'pieces.push(Uint8Array.from(piece))',
    removed: 'pieces.push(piece)',
    noticedBy: { files: ['tests/http/uploads/thumbnails.test.ts'], tests: 'in order and go with them' },
  },
  {
    name: 'memory that pieces are joined in is never handed over whole',
    file: 'src/server/platform/buffers/join-pieces.ts',
    snippet: 'length + piece.length >= held.length',
    removed: 'length + piece.length > held.length',
    noticedBy: { files: ['src/server/platform/buffers/join-pieces.test.ts'] },
  },
  {
    name: 'what has control characters behind its words is no text',
    file: 'src/server/transfers/types/detect-type.ts',
    snippet: ' || hasControls(head)',
    removed: '',
    noticedBy: { files: ['tests/http/contents/previews.test.ts'], tests: 'there is no preview' },
  },
]
