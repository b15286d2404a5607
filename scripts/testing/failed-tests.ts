import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** A reporter that says at the end which test files failed, and the command that repeats each. */
export default async function* failedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failed = new Map<string, Set<string>>()
  for await (const { type, data } of events) {
    // A suite fails with its tests.
    if (type !== 'test:fail' || data.details.type === 'suite') continue
    const file = data.file === undefined ? '' : relative(process.cwd(), data.file)
    const names = failed.get(file) ?? new Set()
    failed.set(file, names.add(data.name))
  }
  yield summaryOf(failed, process.env)
}

/** Variables that decide how a test runs. */
const deciding = ['TEST_DATABASE', 'TEST_PROGRAM', 'THOROUGH', 'MEASURE']

export function summaryOf(
  failed: ReadonlyMap<string, ReadonlySet<string>>,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (failed.size === 0) return ''
  const variables = deciding.flatMap((name) => (environment[name] ? [`${name}=${environment[name]} `] : []))
  const lines = [...failed].flatMap(([file, names]) => [
    ...[...names].map((name) => `✖ ${file}: ${name}`),
    `  ${variables.join('')}npx node --test ${file}`,
  ])
  return `\nFailed, and how to repeat it:\n${lines.join('\n')}\n`
}
