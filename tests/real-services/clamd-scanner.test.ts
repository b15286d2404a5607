import { openClamdScanner } from '#server/adapters/scanner/clamd-scanner.ts'
import { scannerContract } from '#tests/contracts/scanner.suite.ts'
import { clamdLimit } from '#tests/support/clamd.ts'
import { realClamd } from '#tests/support/real-services.ts'

const { host, port, path } = realClamd()

for (const [name, address, resource] of [
  ['tcp', { host, port }, 'TCPSocketWrap'],
  ['unix', { path }, 'PipeWrap'],
] as const) {
  // The test runner may hold pipes of its own.
  const others = count(resource)
  scannerContract(`clamd over ${name}`, 'clean', async () => ({
    scanner: openClamdScanner({ address, windowSize: clamdLimit, clock: { now: Date.now } }),
    inUse: () => count(resource) - others,
  }))
}

function count(resource: string): number {
  return process.getActiveResourcesInfo().filter((each) => each === resource).length
}
