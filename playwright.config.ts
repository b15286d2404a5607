import { defineConfig } from '@playwright/test'
import { onlyInThoroughRun, thorough } from './tests/support/server/thoroughness.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/browser/unpack-browser.ts',
  testMatch: '*.spec.ts',
  ...(thorough ? {} : { grepInvert: new RegExp(onlyInThoroughRun.tag) }),
  outputDir: 'test-results',
  workers: 3,
  retries: 0,
  timeout: 60_000,
  // Three browsers and their servers may share two processors with whatever else runs.
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
})
