import { defineConfig } from '@playwright/test'
import { onlyInThoroughRun, thorough } from './tests/support/server/thoroughness.ts'

const inCi = Boolean(process.env.CI)

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/browser/unpack-browser.ts',
  testMatch: '*.spec.ts',
  ...(thorough ? {} : { grepInvert: new RegExp(onlyInThoroughRun.tag) }),
  outputDir: 'test-results',
  workers: 2,
  // What passes only at the second try is listed: scripts/testing/decide-on-unsteady.ts decides on it.
  retries: inCi ? 1 : 0,
  timeout: 60_000,
  // Browsers and their servers may share two processors with whatever else runs.
  expect: { timeout: 10_000 },
  use: {
    // Snapshots of pages would cost a quarter of the time; what was seen at a failure is beside the trace.
    trace: {
      mode: inCi ? 'retain-on-first-failure' : 'off',
      screenshots: false,
      snapshots: false,
      sources: false,
    },
  },
  forbidOnly: true,
  reporter: [['list'], ['./scripts/testing/unsteady-reporter.ts']],
})
