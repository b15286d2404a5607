import { createHash } from 'node:crypto'
import * as z from 'zod'

const entry = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
})
const lockShape = z.object({ name: z.string(), version: z.string(), packages: z.record(z.string(), entry) })

/**
 * Writes the packages of a lock file as a bill of materials (CycloneDX 1.6). The same lock file and time give the same text.
 * @param lock content of package-lock.json @param at seconds since 1970
 */
export function billOfMaterials(lock: string, at: number): string {
  const { name, version, packages } = lockShape.parse(JSON.parse(lock))
  const components = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, found]) => componentOf(path, found))
    .toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1))
  const hash = createHash('sha256').update(lock).digest('hex')
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(hash)}`,
    version: 1,
    metadata: {
      timestamp: new Date(at * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        purl: `pkg:npm/${name}@${version}`,
      },
    },
    components,
  }
  return `${JSON.stringify(bom, undefined, 2)}\n`
}

function componentOf(path: string, found: z.infer<typeof entry>) {
  const fullName = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [scope, name = fullName] = fullName.startsWith('@') ? fullName.split('/') : []
  const version = found.version ?? ''
  const place = scope === undefined ? name : `${encodeURIComponent(scope)}/${name}`
  const [algorithm, digest = ''] = found.integrity?.split('-', 2) ?? []
  return {
    type: 'library',
    // The same package may lie at several places.
    'bom-ref': `${path}@${version}`,
    ...(scope !== undefined && { group: scope }),
    name,
    version,
    scope: found.optional ? 'optional' : 'required',
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
    ...(found.license !== undefined && { licenses: [licenseOf(found.license)] }),
    purl: `pkg:npm/${place}@${version}`,
    // Packages of the pages are bundled, so that npm counts them to development.
    ...(found.dev && { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] }),
  }
}

function licenseOf(license: string) {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }
}

/** UUID of version 8 (RFC 9562) from a hash in hexadecimal. */
function uuidOf(hash: string): string {
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`]
  return [...parts, hash.slice(20, 32)].join('-')
}
