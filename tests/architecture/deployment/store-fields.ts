import * as z from 'zod'

/** Fields that the stores require of an entry, as their documentation and checks had them in 2026. */

const text = z.string().min(1)
const address = z.url({ protocol: /^https$/ })

/** Unraid, Community Applications: elements of a template, and attributes of each Config. */
export const unraid = {
  elements: [
    'Name',
    'Repository',
    'Support',
    'Project',
    'Overview',
    'Category',
    'Icon',
    'WebUI',
    'Network',
    'Privileged',
  ],
  attributes: ['Name', 'Target', 'Default', 'Mode', 'Description', 'Type', 'Display', 'Required', 'Mask'],
  types: ['Path', 'Port', 'Variable', 'Label', 'Device'],
} as const

/** CasaOS and ZimaOS: `x-casaos` of a Compose file (IceWhaleTech/CasaOS-AppStore, docs/specs/compose-and-x-casaos.md). */
const translated = z.looseObject({ en_US: text })
export const casaos = z.strictObject({
  id: z.string().regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/),
  architectures: z.array(z.enum(['amd64', 'arm64', 'arm'])).min(1),
  main: text,
  author: text,
  developer: text,
  category: z.enum([
    'Media',
    'Productivity',
    'Home',
    'Networking',
    'AI',
    'Finance',
    'Social',
    'Developer',
    'Others',
  ]),
  icon: address,
  title: translated,
  tagline: translated,
  description: translated,
  tips: z.strictObject({ before_install: translated }),
  index: text,
  port_map: z.string().regex(/^\d+$/),
  scheme: z.enum(['http', 'https']),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  website: address,
  repo: address,
  support: address,
})

/** Umbrel: umbrel-app.yml (getumbrel/umbrel-apps, README.md). */
export const umbrel = z.strictObject({
  manifestVersion: z.union([z.literal(1), z.literal(1.1)]),
  id: z.string().regex(/^[a-z-]+$/),
  category: z.enum([
    'files',
    'bitcoin',
    'media',
    'networking',
    'social',
    'automation',
    'finance',
    'ai',
    'developer',
  ]),
  name: text,
  version: text,
  tagline: text,
  description: text,
  releaseNotes: z.string(),
  developer: text,
  website: address,
  repo: address,
  support: address,
  dependencies: z.array(z.string()),
  port: z.int().min(1024),
  path: z.string(),
  gallery: z.array(z.string()),
  defaultUsername: z.string(),
  defaultPassword: z.string(),
  submitter: text,
  submission: address,
})

const number = z.string().regex(/^\d+\.\d+\.\d+$/)

/** TrueNAS: app.yaml of an app (truenas/apps, CONTRIBUTIONS.md; its validation asks for the hash beside the version of the library). */
export const truenas = z.strictObject({
  app_version: text,
  capabilities: z.array(z.unknown()),
  categories: z.array(text).min(1),
  changelog_url: address,
  date_added: text,
  description: text,
  home: address,
  host_mounts: z.array(z.unknown()),
  icon: address,
  keywords: z.array(text),
  lib_version: number,
  lib_version_hash: z.string().regex(/^[0-9a-f]{64}$/),
  maintainers: z.array(z.strictObject({ email: text, name: text, url: text })).min(1),
  name: text,
  run_as_context: z.array(
    z.strictObject({
      description: text,
      gid: z.int(),
      group_name: z.string().startsWith('Host group is ['),
      uid: z.int(),
      user_name: z.string().startsWith('Host user is ['),
    }),
  ),
  screenshots: z.array(z.string()),
  sources: z.array(address),
  title: text,
  train: z.enum(['stable', 'community', 'enterprise']),
  version: number,
})

/** TrueNAS: ix_values.yaml, with the image by which its library sets the owner of folders. */
const storeImage = z.strictObject({ repository: text, tag: text })
export const truenasValues = z.strictObject({
  images: z.strictObject({ image: storeImage, container_utils_image: storeImage }),
  consts: z.record(z.string(), z.union([text, z.int()])),
})

/** A question for a dictionary of exactly these names. */
function question<const N extends string>(variable: string, ...names: N[]) {
  const attribute = z.looseObject({ variable: z.enum(names), schema: z.looseObject({ type: text }) })
  const attrs = z.array(attribute).length(names.length)
  return z.looseObject({
    variable: z.literal(variable),
    schema: z.looseObject({ type: z.literal('dict'), attrs }),
  })
}

const port = z.looseObject({
  variable: z.literal('web_port'),
  schema: z.looseObject({
    type: z.literal('dict'),
    attrs: z.tuple([
      z.looseObject({ variable: z.literal('bind_mode') }),
      z.looseObject({ variable: z.literal('port_number') }),
      z.looseObject({ variable: z.literal('host_ips') }),
    ]),
  }),
})
const dataset = z.looseObject({
  variable: z.literal('data'),
  schema: z.looseObject({
    type: z.literal('dict'),
    attrs: z.tuple([
      z.looseObject({ variable: z.literal('type') }),
      question('ix_volume_config', 'acl_enable', 'dataset_name', 'acl_entries'),
      question('host_path_config', 'acl_enable', 'acl', 'path'),
    ]),
  }),
})
const group = (variable: string, attrs: z.ZodType<{ variable: string }[]>) =>
  z.strictObject({
    variable: z.literal(variable),
    label: z.string(),
    group: text,
    schema: z.strictObject({ type: z.literal('dict'), attrs }),
  })
const own = z.looseObject({ variable: text })

/** TrueNAS: questions.yaml, whose ports, storage and limits have the shapes that the library reads. */
export const truenasForm = z.strictObject({
  groups: z.array(z.strictObject({ name: text, description: text })),
  questions: z.tuple([
    group('restante', z.array(own)),
    group('run_as', z.array(own)),
    group('network', z.array(port).length(1)),
    group('storage', z.array(dataset).length(1)),
    group('resources', z.array(question('limits', 'cpus', 'memory')).length(1)),
  ]),
})

/** TrueNAS: calls of its library 2.3 (base/render.py, container.py, deps_perms.py) that the template uses. */
export const truenasCalls: readonly string[] = [
  'ix_lib.base.render.Render',
  'tpl.add_container',
  'tpl.deps.perms',
  'tpl.notes.set_body',
  'tpl.portals.add',
  'tpl.render',
  'c1.add_port',
  'c1.add_storage',
  'c1.depends.add_dependency',
  'c1.environment.add_env',
  'c1.healthcheck.set_test',
  'c1.set_grace_period',
  'c1.set_read_only',
  'c1.set_user',
  'perms.activate',
  'perms.add_or_skip_action',
  'perms.has_actions',
]
