import { after, before } from 'node:test'
import { scannerContract } from '#tests/contracts/scanner.suite.ts'
import { openTestScanner, startClamd } from '#tests/support/services/clamd.ts'
import { realClamd } from '#tests/support/services/real-services.ts'

const { host, port, path } = realClamd()
let outspoken: Awaited<ReturnType<typeof startClamd>>
before(async () => {
  outspoken = await startClamd('AlertExceedsMax yes')
})
after(() => outspoken[Symbol.asyncDispose]())

scannerContract('clamd over tcp', 'checked', async () => ({
  scanner: openTestScanner({ host, port }),
  inUse: () => count('TCPSocketWrap'),
}))
scannerContract('clamd over unix', 'checked', async () => ({
  scanner: openTestScanner({ path }),
  inUse: pipesInUse(),
}))
scannerContract('clamd that tells its limits', 'clean', async () => ({
  scanner: outspoken.scanner,
  inUse: pipesInUse(),
}))

/** Not counting those of the test runner. */
function pipesInUse(): () => number {
  const others = count('PipeWrap')
  return () => count('PipeWrap') - others
}

function count(resource: string): number {
  return process.getActiveResourcesInfo().filter((each) => each === resource).length
}
