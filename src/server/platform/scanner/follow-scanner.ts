import type { Config } from '../../config/config.ts'
import type { Scanner } from './scanner.ts'

type Address = Pick<Config, 'CLAMD_URL'>

/** The scanner at the address that the settings name now. Scans that have begun end with the scanner that they began with. */
export function followScanner(config: Address, open: (address: Address) => Scanner): Scanner {
  const opened: { readonly at: string; readonly scanner: Scanner }[] = []

  function current(): Scanner {
    const { CLAMD_URL } = config
    const at = JSON.stringify(CLAMD_URL ?? null)
    const known = opened.find((one) => one.at === at)
    if (known) return known.scanner
    const scanner = open({ CLAMD_URL })
    opened.push({ at, scanner })
    return scanner
  }
  return {
    get name() {
      return current().name
    },
    open: () => current().open(),
    check: () => current().check(),
    close() {
      for (const { scanner } of opened) scanner.close()
    },
  }
}
