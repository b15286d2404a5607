import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { readConfig } from '#server/config/config.ts'
import { options } from '#server/config/options.ts'
import { renderTemplate } from './render-chart.ts'

const labels = { 'app.kubernetes.io/name': 'restante', 'app.kubernetes.io/instance': 'files' }
const values = z.record(z.string(), z.unknown()).parse(parse(readFileSync('deploy/helm/values.yaml', 'utf8')))
const resource = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()) }),
})
const named = z.object({ name: z.string() })
const deployment = z.looseObject({
  spec: z.looseObject({
    replicas: z.int(),
    strategy: z.looseObject({ type: z.string() }),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.looseObject({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.int(),
        containers: z.tuple([
          z.looseObject({
            image: z.string(),
            envFrom: z.tuple([z.object({ configMapRef: named }), z.object({ secretRef: named })]),
            resources: z.object({ requests: z.unknown(), limits: z.unknown() }),
            securityContext: z.looseObject({ readOnlyRootFilesystem: z.literal(true) }),
          }),
        ]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
})

/** Every resource of the chart, by its kind. */
function render(changed: Record<string, unknown> = {}) {
  const scope = {
    Release: { Name: 'files' },
    Chart: { AppVersion: '1.2.3' },
    Values: { ...values, ...changed },
  }
  const files = globSync('deploy/helm/templates/*.yaml')
  assert.ok(files.length >= 4)
  const found = files.flatMap((path) =>
    parseAllDocuments(renderTemplate(readFileSync(path, 'utf8'), scope)).map((document) => {
      assert.deepEqual(document.errors, [], path)
      return resource.parse(document.toJS())
    }),
  )
  for (const { kind, metadata } of found)
    assert.deepEqual([metadata.name, metadata.labels], ['files', labels], kind)
  return new Map(found.map((one) => [one.kind, one]))
}

test('the chart makes one instance with a volume, whose pods are found and whose options are known', () => {
  const found = render()
  assert.deepEqual([...found.keys()].toSorted(), [
    'ConfigMap',
    'Deployment',
    'PersistentVolumeClaim',
    'Secret',
    'Service',
  ])
  const { spec } = deployment.parse(found.get('Deployment'))
  assert.deepEqual([spec.replicas, spec.strategy.type], [1, 'Recreate'])
  assert.deepEqual([spec.selector.matchLabels, spec.template.metadata.labels], [labels, labels])
  assert.deepEqual(found.get('Service')?.spec, {
    selector: labels,
    ports: [{ name: 'http', port: 80, targetPort: 'http' }],
  })
  const [container] = spec.template.spec.containers
  assert.equal(container.image, 'ghcr.io/restante/restante:1.2.3')
  assert.deepEqual(
    container.envFrom.flatMap((one) => Object.values(one)),
    [{ name: 'files' }, { name: 'files' }],
  )
  assert.deepEqual(spec.template.spec.volumes[0], {
    name: 'data',
    persistentVolumeClaim: { claimName: 'files' },
  })
  const data = z.record(z.string(), z.string()).parse(found.get('ConfigMap')?.data)
  for (const name of Object.keys(data)) assert.ok(name in options, name)
  const config = readConfig(data)
  assert.ok(
    spec.template.spec.terminationGracePeriodSeconds > config.DRAIN_SECONDS + config.DRAIN_DELAY_SECONDS,
  )
})

test('the chart makes several instances behind an ingress, with a secret that is there already', () => {
  const found = render({
    replicas: 3,
    persistence: { enabled: false },
    existingSecret: 'own',
    pullSecrets: [{ name: 'forge' }],
    ingress: {
      enabled: true,
      className: 'nginx',
      host: 'files.example.org',
      tlsSecret: 'tls',
      annotations: { a: 'b' },
    },
  })
  assert.deepEqual([...found.keys()].toSorted(), [
    'ConfigMap',
    'Deployment',
    'Ingress',
    'PodDisruptionBudget',
    'Service',
  ])
  const { spec } = deployment.parse(found.get('Deployment'))
  assert.deepEqual([spec.replicas, spec.strategy.type], [3, 'RollingUpdate'])
  assert.deepEqual(spec.template.spec.imagePullSecrets, [{ name: 'forge' }])
  assert.deepEqual(spec.template.spec.containers[0].envFrom[1], { secretRef: { name: 'own' } })
  assert.deepEqual(spec.template.spec.volumes[0], { name: 'data', emptyDir: {} })
  assert.match(JSON.stringify(found.get('Ingress')?.spec), /"host":"files.example.org"/)
})

test('a template that is not understood, or names a value that is missing, fails', () => {
  const scope = { Values: { a: 1 } }
  assert.equal(renderTemplate('{{ .Values.a | quote }}', scope), '"1"')
  for (const wrong of [
    '{{ .Values.b }}',
    '{{ lookup .Values.a }}',
    '{{ end }}',
    '{{ range .Values.a }}{{ end }}',
  ])
    assert.throws(() => renderTemplate(wrong, scope), wrong)
})
