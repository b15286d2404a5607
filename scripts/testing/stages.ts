import { globSync, statSync } from 'node:fs'

/**
 * The folders of test files, named after the command that runs them. A test that is slower than its value goes to another
 * folder: nothing else decides.
 */
export const folders = {
  /** `npm test`, each file in a process of its own. */
  units: ['src', 'scripts', 'tests/architecture'],
  /** `npm test`, the files of a folder in one process: see group-files.ts. */
  server: ['tests/http', 'tests/cli'],
  /** `npm run test:long` and `.ci/run`. */
  long: ['tests/faults', 'tests/long'],
  /** tests/real-services/run.sh and `.ci/run`; the folder `nightly` in it is left to `npm run test:nightly`. */
  services: ['tests/real-services'],
} as const

/**
 * Tests of `npm test` that `npm run test:long` runs on PostgreSQL: where transactions, locks and queries decide.
 * `npm run test:nightly` runs all others there.
 */
export const onPostgres = [
  'src/server/platform/database/open-database.test.ts',
  'src/server/platform/database/open-snapshot.test.ts',
  'src/server/schema/tables.test.ts',
  'src/server/platform/database/transact.test.ts',
  'src/server/platform/locks/locks.test.ts',
  'tests/http/downloads/download-limits.test.ts',
  'tests/http/downloads/download-once.test.ts',
  'tests/http/downloads/download-resume.test.ts',
  'tests/http/downloads/sweep.test.ts',
  'tests/http/messaging/events.test.ts',
  'tests/http/messaging/lost-commits.test.ts',
  'tests/http/messaging/mail-announcements.test.ts',
  'tests/http/messaging/mail-delivery.test.ts',
  'tests/http/messaging/mail.test.ts',
  'tests/http/messaging/notifications.test.ts',
  'tests/http/messaging/stopped-mails.test.ts',
  'tests/http/queries/search.test.ts',
  'tests/http/queries/totals.test.ts',
  'tests/http/uploads/upload-claims.test.ts',
]

/**
 * Tests whose bounds on memory and time are asserted where they run alone: `npm run bench:bounds`, see tests/bench/bounds.
 * Those of the real services are in their run.sh.
 */
export const measured = [
  'src/crypto/aes-gcm',
  'tests/faults/hostile-archives.test.ts',
  'tests/faults/memory.test.ts',
  'tests/faults/readiness.test.ts',
  'tests/faults/stop.test.ts',
  'tests/http/links/guesses.test.ts',
  'tests/http/rights/rights.test.ts',
  'tests/http/setup/settings.test.ts',
  'tests/http/signing-in/known-names.test.ts',
  'tests/long/http/arrivals.test.ts',
  'tests/long/http/long-work.test.ts',
]

/** The test files that a list of files and folders stands for. */
export function testFiles(places: readonly string[]): string[] {
  return places
    .flatMap((place) => (statSync(place).isFile() ? [place] : globSync(`${place}/**/*.test.ts`)))
    .toSorted()
}
