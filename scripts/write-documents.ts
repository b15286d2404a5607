import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { configurationPage } from '../src/server/operations/configuration-page.ts'
import { alertRules, dashboard } from '../src/server/platform/observability/monitoring-files.ts'

write('docs/configuration.md', configurationPage())
write('deploy/monitoring/alerts.yaml', stringify(alertRules(), { lineWidth: 0 }))
write('deploy/monitoring/dashboard.json', `${JSON.stringify(dashboard(), undefined, 2)}\n`)

function write(path: string, text: string): void {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
