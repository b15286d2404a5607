import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { configurationPage } from '../src/server/operations/configuration-page.ts'
import { alertRules, dashboard } from '../src/server/platform/observability/monitoring-files.ts'
import { withPresentTexts } from './consent-texts.ts'
import { drawJourneys } from './drawings/journeys.ts'
import { drawLayers } from './drawings/layers.ts'

write(
  'src/server/identity/consents/consent-texts.json',
  `${JSON.stringify(withPresentTexts(), undefined, 2)}\n`,
)
write('docs/configuration.md', configurationPage())
write('docs/pictures/layers.svg', drawLayers())
write('docs/pictures/journeys.svg', drawJourneys())
write('deploy/monitoring/alerts.yaml', stringify(alertRules(), { lineWidth: 0 }))
write('deploy/monitoring/dashboard.json', `${JSON.stringify(dashboard(), undefined, 2)}\n`)

function write(path: string, text: string): void {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
