import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import * as z from 'zod'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const step = z.union([
  z.strictObject({ run: z.string(), env: z.record(z.string(), z.string()).optional() }),
  z.strictObject({
    uses: z.string().regex(/^(?:https:\/\/code\.forgejo\.org\/)?[\w-]+\/[\w-]+@v\d+$/),
    id: z.string().optional(),
    with: z.record(z.string(), z.unknown()).optional(),
  }),
])
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      'runs-on': z.enum(['ubuntu-latest', 'docker']),
      'timeout-minutes': z.int(),
      container: z.union([z.string(), z.strictObject({ image: z.string() })]).optional(),
      steps: z.array(step).min(1),
    }),
  ),
})

for (const path of globSync('.{github,forgejo}/workflows/*.yml').toSorted())
  test(`${path} is a workflow, and runs what is there`, () => {
    const { on, permissions, jobs } = workflow.parse(parse(readFileSync(path, 'utf8')))
    const isPublication = path.endsWith('publish.yml')
    assert.deepEqual(on, isPublication ? { push: { tags: ['v*'] } } : on)
    if (path.startsWith('.github')) assert.ok(permissions)
    if (!isPublication) assert.ok(Object.values(permissions ?? {}).every((right) => right === 'read'))
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    const run = steps.flatMap((one) => ('run' in one ? [one.run] : []))
    for (const script of run) {
      // Values of the forge come in by the environment, so that none is read as a command.
      assert.doesNotMatch(script, /\$\{\{/)
      execFileSync('sh', ['-n', '-c', script])
      for (const [, name = ''] of script.matchAll(/npm run ([\w:-]+)/g)) assert.ok(scripts[name], name)
      for (const [file] of script.matchAll(/^(?:\.ci|tests)\/\S+/gm)) assert.ok(existsSync(file), file)
    }
    assert.ok(run.some((script) => /\.ci\/run|npm run/.test(script)))
  })

test('both forges have workflows for changes and tags, and templates', () => {
  const files = globSync('.{github,forgejo}/**/*.{yml,md}').map((path) => path.replace(/^\.\w+\//, ''))
  for (const wanted of ['workflows/ci.yml', 'workflows/publish.yml', 'pull_request_template.md'])
    assert.equal(files.filter((file) => file === wanted).length, 2, wanted)
  const forms = globSync('.{github,forgejo}/{ISSUE_TEMPLATE,issue_template}/*.yml')
  assert.equal(forms.length, 4)
  const form = z.looseObject({
    name: z.string(),
    description: z.string(),
    body: z.array(
      z.looseObject({ type: z.enum(['markdown', 'textarea', 'input']), attributes: z.looseObject({}) }),
    ),
  })
  for (const path of forms) form.parse(parse(readFileSync(path, 'utf8')))
})
