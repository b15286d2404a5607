import { readFileSync } from 'node:fs'
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import * as z from 'zod'
import { decideOnUnsteady } from './decide-on-unsteady.ts'

const known = new URL('../../tests/e2e/unsteady.json', import.meta.url)

/** Lists the tests that passed only when they were repeated, and fails a run with too many of them or with a known one. */
export default class UnsteadyReporter implements Reporter {
  private all: TestCase[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.all = suite.allTests()
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const unsteady = this.all.filter((test) => test.outcome() === 'flaky').map(nameOf)
    const names = z.array(z.string()).parse(JSON.parse(readFileSync(known, 'utf8')))
    const { failed, text } = decideOnUnsteady(unsteady, names)
    if (text !== '') console.log(`\n${text}`)
    return { status: failed && result.status === 'passed' ? 'failed' : result.status }
  }

  printsToStdio(): boolean {
    return false
  }
}

/** Its file below tests/e2e and its titles. */
function nameOf(test: TestCase): string {
  return test.titlePath().filter(Boolean).join(' › ')
}
