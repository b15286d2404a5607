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

/** TrueNAS: app.yaml of an app (truenas/apps). */
export const truenas = z.strictObject({
  annotations: z.strictObject({ min_scale_version: text }),
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
  maintainers: z.array(z.strictObject({ email: text, name: text, url: text })).min(1),
  name: text,
  run_as_context: z.array(
    z.strictObject({ description: text, gid: z.int(), group_name: text, uid: z.int(), user_name: text }),
  ),
  screenshots: z.array(z.string()),
  sources: z.array(address),
  title: text,
  train: z.enum(['stable', 'community', 'enterprise']),
  version: text,
})
