import { mkdirSync } from 'node:fs'
import { StartRefused } from '../../config.ts'

/** Makes the data folder, readable by its owner only. @throws StartRefused */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StartRefused('DATA_DIR cannot be made or written.', { cause })
  }
}
