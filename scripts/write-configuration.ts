import { writeFileSync } from 'node:fs'
import { configurationPage } from '../src/server/configuration-page.ts'

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage())
