import { ScanAborted, type Scanner, type ScanResult } from './scanner.ts'
import { createTestFileSearch } from './search-test-file.ts'

/**
 * The scanner of a server without one: it finds the EICAR test file anywhere in a file, and nothing else. Its
 * best verdict is therefore `checked`, never `clean`.
 */
export function openBuiltInScanner(): Scanner {
  return {
    name: 'built-in',
    open() {
      const search = createTestFileSearch()
      let aborted = false
      return {
        write(chunk) {
          if (aborted) return Promise.reject(new ScanAborted())
          search.update(chunk)
          return undefined
        },
        end(): Promise<ScanResult> | ScanResult {
          if (aborted) return Promise.reject(new ScanAborted())
          return search.found
            ? { verdict: 'infected', signature: 'Eicar-Test-Signature' }
            : { verdict: 'checked' }
        },
        abort() {
          aborted = true
        },
      }
    },
    async check() {},
    close() {},
  }
}
