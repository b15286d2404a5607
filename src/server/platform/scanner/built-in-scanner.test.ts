import { scannerContract } from '#tests/contracts/scanner.suite.ts'
import { openBuiltInScanner } from './built-in-scanner.ts'

scannerContract('built-in', 'checked', async () => ({ scanner: openBuiltInScanner(), inUse: () => 0 }))
