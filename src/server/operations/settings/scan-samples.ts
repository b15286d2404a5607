import type { Scanner, ScanResult } from '#server/platform/scanner/scanner.ts'
import { testFile } from '#server/platform/scanner/search-test-file.ts'

/**
 * Has a scanner look at the EICAR test file, which it has to find, and at a text, in which it must not find anything.
 * @throws ScannerUnavailable
 */
export async function scanSamples(scanner: Scanner) {
  const found = await scan(scanner, testFile)
  const harmless = await scan(scanner, Buffer.from('A harmless text.'))
  return { found: found.verdict === 'infected', harmless: harmless.verdict }
}

async function scan(scanner: Scanner, bytes: Uint8Array): Promise<ScanResult> {
  const running = await scanner.open()
  try {
    await running.write(bytes)
    return await running.end()
  } finally {
    running.abort()
  }
}
