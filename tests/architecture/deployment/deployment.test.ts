import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import * as z from 'zod'
import { readConfig } from '#server/config/config.ts'
import { options } from '#server/config/options.ts'

/** The image of the latest release of this major version. */
const published = 'ghcr.io/restante/restante:1'

/** The parts of the Compose file format (compose-spec.io) that our two files use; anything else is a slip of the pen. */
const words = z.array(z.string().min(1)).min(1)
const setting = z.string()
const service = z.strictObject({
  build: z.literal('.').optional(),
  image: z.string(),
  restart: z.literal('unless-stopped'),
  init: z.boolean().optional(),
  user: z.string().optional(),
  entrypoint: words.optional(),
  command: words.optional(),
  read_only: z.boolean().optional(),
  cap_drop: words.optional(),
  cap_add: words.optional(),
  security_opt: words.optional(),
  tmpfs: words.optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  ports: z.array(z.string().regex(/^([\d.]+:)?\d+:\d+(\/udp)?$/)).optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), setting).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).optional(),
  networks: words.optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_started']) }))
    .optional(),
  healthcheck: z
    .strictObject({
      test: words,
      interval: z.string(),
      timeout: z.string(),
      retries: z.int().optional(),
      start_period: z.string().optional(),
    })
    .optional(),
  deploy: z
    .strictObject({
      resources: z.strictObject({ limits: z.strictObject({ memory: z.string().regex(/^\d+M$/) }) }),
    })
    .optional(),
})
const compose = z.strictObject({
  'x-restante': z.unknown().optional(),
  services: z.record(z.string(), service),
  networks: z
    .record(
      z.string(),
      z.strictObject({ ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.string() })) }) }),
    )
    .optional(),
  volumes: z.record(z.string(), z.null()),
})

function readCompose(path: string) {
  return compose.parse(parse(readFileSync(path, 'utf8'), { merge: true }))
}

/** What Compose would make of `${NAME}`, `${NAME:-default}` and `${NAME:?reason}` when every name has this value. */
function interpolate(value: string, given: string): string {
  return value.replace(/\$\{[A-Z0-9_]+(?::[-?][^}]*)?\}/g, given)
}

for (const path of ['compose.yaml', 'compose.full.yaml']) {
  test(`${path} is in the format of Compose, and everything it names is there`, () => {
    const { services, volumes, networks = {} } = readCompose(path)
    const usedVolumes = new Set<string>()
    for (const [
      name,
      { volumes: mounts = [], networks: joined = [], depends_on: needed = {} },
    ] of Object.entries(services)) {
      for (const mount of mounts) {
        const [source = ''] = mount.split(':')
        if (source.startsWith('./')) readFileSync(source)
        else usedVolumes.add(source)
      }
      for (const network of joined) assert.ok(network in networks, `${name}: network ${network}`)
      for (const [other, { condition }] of Object.entries(needed)) {
        assert.ok(services[other], `${name} needs ${other}`)
        if (condition === 'service_healthy')
          assert.ok(services[other].healthcheck, `${other} has no health check`)
      }
    }
    assert.deepEqual([...usedVolumes].sort(), Object.keys(volumes).sort())
  })

  test(`${path} gives the server options that it takes, and time to drain`, () => {
    const own = Object.values(readCompose(path).services).filter(({ image }) => image === published)
    assert.ok(own.length > 0)
    for (const { environment = {}, stop_grace_period: grace = '', ...rest } of own) {
      for (const name of Object.keys(environment)) assert.ok(name in options, name)
      const plain = Object.fromEntries(
        Object.entries(environment)
          .filter(([, value]) => !value.startsWith('${'))
          .map(([name, value]) => [name, interpolate(value, 'a1')]),
      )
      const config = readConfig({
        ...plain,
        PUBLIC_URL: 'https://files.example.eu',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
      })
      assert.ok(Number.parseInt(grace, 10) > config.DRAIN_SECONDS + config.DRAIN_DELAY_SECONDS)
      assert.deepEqual([rest.read_only, rest.cap_drop], [true, ['ALL']])
    }
  })
}

test('compose.yaml needs two values, and gives no container a root to write to or a capability that it can do without', () => {
  const text = readFileSync('compose.yaml', 'utf8')
  const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name))
  assert.deepEqual([...asked], ['DOMAIN', 'MAIL'])
  const { services } = readCompose('compose.yaml')
  assert.deepEqual(Object.keys(services), ['restante', 'caddy', 'clamd'])
  for (const [name, service] of Object.entries(services)) {
    assert.deepEqual([service.read_only, service.cap_drop], [true, ['ALL']], name)
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
    assert.deepEqual(service.cap_add, name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined)
  }
  const image = readFileSync('Dockerfile', 'utf8')
  // A new volume takes its owner from the folder that it covers.
  for (const mount of services.restante?.volumes ?? [])
    assert.match(image, new RegExp(`^COPY .*--chown=10001:0 \\S+ ${mount.split(':')[1]}$`, 'm'))
  const site = readFileSync('deploy/compose/single.Caddyfile', 'utf8')
  for (const [, name = ''] of site.matchAll(/\{\$([A-Z_]+)\}/g)) assert.ok(asked.has(name), name)
  assert.match(site, /reverse_proxy restante:3000 /)
})

const named = z.strictObject({
  name: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
})
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/live', '/ready']), port: z.literal('http') }),
  periodSeconds: z.int().positive(),
  timeoutSeconds: z.int().positive().optional(),
  failureThreshold: z.int().positive(),
})
const quantities = z.strictObject({ cpu: z.string().optional(), memory: z.string().regex(/^\d+Mi$/) })
/** As the kustomization labels the pods. */
const ownLabels = z.strictObject({ 'app.kubernetes.io/name': z.literal('restante') })
const pod = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.int(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int(),
    runAsGroup: z.int(),
    fsGroup: z.int(),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: z.array(
    z.strictObject({
      maxSkew: z.int(),
      topologyKey: z.string(),
      whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
      labelSelector: z.strictObject({ matchLabels: ownLabels }),
    }),
  ),
  containers: z.tuple([
    z.strictObject({
      name: z.string(),
      image: z.literal('restante'),
      ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
      envFrom: z.array(
        z.union([
          z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) }),
          z.strictObject({ secretRef: z.strictObject({ name: z.string() }) }),
        ]),
      ),
      securityContext: z.strictObject({
        allowPrivilegeEscalation: z.literal(false),
        readOnlyRootFilesystem: z.literal(true),
        capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
      }),
      startupProbe: probe,
      livenessProbe: probe,
      readinessProbe: probe,
      resources: z.strictObject({ requests: quantities, limits: quantities }),
      volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
    }),
  ]),
  volumes: z.array(
    z.strictObject({ name: z.string(), emptyDir: z.strictObject({ sizeLimit: z.string().optional() }) }),
  ),
})
const port = z.strictObject({ name: z.string() })
/** One schema a kind, as the API of Kubernetes has them, of the fields that our files use. */
const kinds = {
  Namespace: z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('Namespace'), metadata: named }),
  Deployment: z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata: named,
    spec: z.strictObject({
      strategy: z.strictObject({
        type: z.literal('RollingUpdate'),
        rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0), maxSurge: z.int() }),
      }),
      template: z.strictObject({
        metadata: z.strictObject({ annotations: z.record(z.string(), z.string()) }),
        spec: pod,
      }),
    }),
  }),
  Service: z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata: named,
    spec: z.strictObject({
      ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.literal('http') })),
    }),
  }),
  Ingress: z.strictObject({
    apiVersion: z.literal('networking.k8s.io/v1'),
    kind: z.literal('Ingress'),
    metadata: named,
    spec: z.strictObject({
      ingressClassName: z.string(),
      tls: z.array(z.strictObject({ hosts: words, secretName: z.string() })),
      rules: z.array(
        z.strictObject({
          host: z.string(),
          http: z.strictObject({
            paths: z.array(
              z.strictObject({
                path: z.literal('/'),
                pathType: z.literal('Prefix'),
                backend: z.strictObject({ service: z.strictObject({ name: z.literal('restante'), port }) }),
              }),
            ),
          }),
        }),
      ),
    }),
  }),
  PodDisruptionBudget: z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata: named,
    spec: z.strictObject({
      maxUnavailable: z.literal(1),
      // Of the kinds here the only one whose selector `includeSelectors` doesn't make.
      selector: z.strictObject({ matchLabels: ownLabels }),
    }),
  }),
  HorizontalPodAutoscaler: z.strictObject({
    apiVersion: z.literal('autoscaling/v2'),
    kind: z.literal('HorizontalPodAutoscaler'),
    metadata: named,
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({
        apiVersion: z.literal('apps/v1'),
        kind: z.literal('Deployment'),
        name: z.literal('restante'),
      }),
      minReplicas: z.int().min(2),
      maxReplicas: z.int(),
      metrics: z.tuple([
        z.strictObject({
          type: z.literal('Pods'),
          pods: z.strictObject({
            metric: z.strictObject({ name: z.literal('restante_upload_bytes_per_second') }),
            target: z.strictObject({ type: z.literal('AverageValue'), averageValue: z.string() }),
          }),
        }),
        z.strictObject({
          type: z.literal('Resource'),
          resource: z.strictObject({
            name: z.literal('cpu'),
            target: z.strictObject({ type: z.literal('Utilization'), averageUtilization: z.int().max(100) }),
          }),
        }),
      ]),
      behavior: z.strictObject({ scaleDown: z.strictObject({ stabilizationWindowSeconds: z.int() }) }),
    }),
  }),
} as const
const kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string(),
  labels: z.array(z.strictObject({ includeSelectors: z.literal(true), pairs: ownLabels })),
  resources: words,
  configMapGenerator: z.array(z.strictObject({ name: z.string(), envs: words })),
  secretGenerator: z.array(z.strictObject({ name: z.string(), envs: words })),
  images: z.array(z.strictObject({ name: z.literal('restante'), newName: z.string(), newTag: z.string() })),
})

const folder = 'deploy/kubernetes'
function readManifest(name: string): unknown {
  return parse(readFileSync(`${folder}/${name}`, 'utf8'))
}

/** The lines NAME=value of a file that makes a config map or a secret. */
function readSettings(name: string): [string, string][] {
  const lines = readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const at = line.indexOf('=')
    return [line.slice(0, at), line.slice(at + 1)]
  })
}

test('every manifest for Kubernetes is one of its kind, and the kustomization names them all', () => {
  const { resources } = kustomization.parse(readManifest('kustomization.yaml'))
  const found = resources.map((name) => {
    const { kind } = z
      .object({ kind: z.enum(Object.keys(kinds) as (keyof typeof kinds)[]) })
      .parse(readManifest(name))
    kinds[kind].parse(readManifest(name))
    return kind
  })
  assert.deepEqual(found.sort(), Object.keys(kinds).sort())
})

test('the pods get options that the server takes, and time to drain', () => {
  const settings = [...readSettings('restante.env'), ...readSettings('secrets.env')]
  for (const [name] of settings) assert.ok(name in options, name)
  const config = readConfig({
    ...Object.fromEntries(settings),
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  })
  const { spec } = kinds.Deployment.parse(readManifest('deployment.yaml')).spec.template
  assert.ok(spec.terminationGracePeriodSeconds > config.DRAIN_SECONDS + config.DRAIN_DELAY_SECONDS)
  const ports = Object.fromEntries(
    spec.containers[0].ports.map(({ name, containerPort }) => [name, containerPort]),
  )
  assert.deepEqual(ports, { http: config.PORT, metrics: config.METRICS_PORT })
})

test('as many instances as there may be leave PostgreSQL connections for others', () => {
  const pool = Number(Object.fromEntries(readSettings('restante.env')).DATABASE_POOL_SIZE)
  const { maxReplicas } = kinds.HorizontalPodAutoscaler.parse(readManifest('autoscaler.yaml')).spec
  const { maxSurge } = kinds.Deployment.parse(readManifest('deployment.yaml')).spec.strategy.rollingUpdate
  // Of the 100 that it has by itself, three are kept for superusers.
  assert.ok((maxReplicas + maxSurge) * pool < 97)
})

test('every line of the example for systemd is one that the server takes, also those that are commented out', () => {
  const lines = readFileSync('deploy/restante.env', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]*)=(.+)$/gm)
  const settings = Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]))
  assert.ok(settings.DATABASE_URL && settings.SMTP_URL)
  for (const name of Object.keys(settings)) assert.ok(name in options, name)
  assert.equal(readConfig(settings).DATABASE_URL, settings.DATABASE_URL)
})

test('npm, systemd and the image start the server by one script, which the image has', () => {
  const program = 'dist/server/main.js'
  const image = readFileSync('Dockerfile', 'utf8')
  assert.ok(readFileSync('package.json', 'utf8').includes(`"exec deploy/start ${program}"`))
  assert.match(
    readFileSync('deploy/restante.service', 'utf8'),
    /^ExecStart=\/opt\/restante\/deploy\/start .*dist\/server\/main\.js$/m,
  )
  assert.ok(image.includes(`CMD ["deploy/start", "${program}"]`))
  assert.ok(readFileSync('scripts/release/image/lay-out.ts', 'utf8').includes("'deploy/start'"))
  // Its base has the libraries of the Node that the server brings.
  const wanted = process.versions.node.split('.')[0]
  assert.match(image, new RegExp(`^ARG NODE_IMAGE=docker\\.io/library/node:${wanted}-bookworm-slim$`, 'm'))
})

test('secrets and what people store never go into an image', () => {
  const left = readFileSync('.dockerignore', 'utf8').split('\n')
  for (const name of ['.env', '.git', 'data']) assert.ok(left.includes(name), name)
})
