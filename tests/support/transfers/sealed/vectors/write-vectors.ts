import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { webXWing } from '#end-to-end/drivers/x-wing-web.ts'
import { writeLinkKey } from '#end-to-end/format/link-key.ts'
import { sealSeed } from '#end-to-end/format/private-half.ts'
import { makeRequestSlot, newRequestSecret } from '#end-to-end/format/request-slot.ts'
import { paddedLength, partLength } from '#end-to-end/format/sizes.ts'
import { makeSlot } from '#end-to-end/format/slot.ts'
import { type Bytes, join } from '#end-to-end/primitives.ts'
import { acceptedManifests, entry, refusedManifests } from './manifest-cases.ts'
import {
  type Accepted,
  type BundleRecipe,
  bundleOf,
  fromHex,
  frontOf,
  type Refused,
  toHex,
} from './recipes.ts'

/** Bytes that are the same each time: the vectors' nonces, salts, keys. */
const fixed = (label: string, length: number): Bytes =>
  Uint8Array.from(createHash('shake256', { outputLength: length }).update(label).digest())
let drawn = 0
const primitives = { ...nodePrimitives, random: (length: number) => fixed(`random ${drawn++}`, length) }

const [linkKey, contentKey, seed] = [fixed('link', 32), fixed('content', 32), fixed('seed', 32)]
const [bundleId, otherId] = [fixed('bundle', 16), fixed('other bundle', 16)]
const opener = { linkKey: toHex(linkKey), contentKey: toHex(contentKey), bundleId: toHex(bundleId) }
const password = 'Gr\u00fc\u00dfe aus Wien'
const given = { contentKey, bundleId }
const publicKey = await webXWing.publicKeyOf(seed)
const coined = { ...webXWing, encapsulate: (key: Bytes) => webXWing.encapsulate(key, fixed('coins', 64)) }
const requestSlot = (
  await makeRequestSlot(primitives, await newRequestSecret(primitives, coined, publicKey), given)
).slot
const linkSlot = (await makeSlot(primitives, { ...given, linkKey })).slot
const passwordSlot = (await makeSlot(primitives, { ...given, linkKey, password })).slot
const half = await sealSeed(primitives, { seed, publicKey, password })

const altered = (bytes: Bytes, at: number, ...values: number[]): Bytes => {
  const copy = bytes.slice()
  copy.set(values.length > 0 ? values : [(copy[at] ?? 0) ^ 1], at)
  return copy
}
type Ending = {
  parts?: readonly number[]
  edits?: BundleRecipe['edits']
  sealedAs?: Partial<BundleRecipe['parts'][0]>
}
async function bundle(what: string, plain: readonly [number, Bytes][], length: number, ending: Ending = {}) {
  const count = Math.ceil(length / partLength)
  const { parts = Array.from({ length: count }, (_, n) => n), edits = [], sealedAs = {} } = ending
  const recipe = {
    what,
    plain: plain.map(([at, bytes]) => ({ at, hex: toHex(bytes) })),
    parts: parts.map((number) => ({
      ...{ contentKey: toHex(contentKey), bundleId: toHex(bundleId), number, count, length },
      salt: toHex(fixed(`${what} ${number}`, 24)),
      start: number * partLength,
      end: Math.min(length, (number + 1) * partLength),
      ...sealedAs,
    })),
    edits,
  }
  return {
    ...recipe,
    sha256: createHash('sha256')
      .update(await bundleOf(recipe))
      .digest('hex'),
  }
}

const written = await writeLinkKey(primitives, linkKey)
const least = 65_536
const two = paddedLength(partLength + 1)
const content = Buffer.from('first lastsecond')
const listed = [entry('letters/one.txt', 0, 10), entry('empty', 10, 0), entry('letters/\u00fc/two', 10, 6)]
const small: [number, Bytes][] = [
  [0, join([frontOf(JSON.stringify({ version: 1, title: 'Letters', files: listed })), content])],
]
const large = frontOf(JSON.stringify({ version: 1, files: [entry('large', 0, partLength + 1000)] }))
const long: [number, Bytes][] = [
  [0, large],
  [partLength - 3, fixed('across', 6)],
]
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const largeFile = new Uint8Array(partLength + 1000)
largeFile.set(fixed('across', 6), partLength - 3 - large.length)

const accepted: Accepted = {
  ...opener,
  slots: [
    { what: 'kind 0', slot: toHex(linkSlot) },
    { what: 'kind 1', slot: toHex(passwordSlot), password },
    { what: 'kind 1, password decomposed', slot: toHex(passwordSlot), password: password.normalize('NFD') },
    { what: 'kind 2', slot: toHex(requestSlot), seed: toHex(seed) },
  ],
  halves: [{ what: 'a sealed private half', sealed: toHex(half), seed: toHex(seed), password }],
  manifests: [...acceptedManifests],
  bundles: [
    {
      ...(await bundle('several files, an empty one, folders', small, least)),
      files: {
        'letters/one.txt': hash(content.subarray(0, 10)),
        empty: hash(new Uint8Array(0)),
        'letters/\u00fc/two': hash(content.subarray(10)),
      },
    },
    { ...(await bundle('a file across two parts', long, two)), files: { large: hash(largeFile) } },
  ],
}

const damaged = async (what: string, ending: Ending, length = least) => ({
  ...(await bundle(what, length === least ? small : long, length, ending)),
  error: 'BundleDamaged',
})
const slotRefused = (
  what: string,
  slot: Bytes,
  error: string,
  how: { seed?: string; password?: string } = {},
) => ({
  ...{ what, slot: toHex(slot), error },
  ...how,
})
const owner = { seed: toHex(seed) }
const refused: Refused = {
  ...opener,
  keys: [
    ['a key of 46 characters', written.slice(0, -1)],
    ['a key of 48 characters', `${written}A`],
    ['a padded key', `${written}=`],
    ['a mistyped key', `${written.startsWith('A') ? 'B' : 'A'}${written.slice(1)}`],
    // 35 bytes leave two spare bits in the last character, whose value is a multiple of four.
    [
      'spare bits in the last character',
      written.slice(0, -1) + String.fromCharCode(written.charCodeAt(46) + 1),
    ],
    ['base64 in place of base64url', `+/${written.slice(2)}`],
    ['a blank inside', `${written.slice(0, 20)} ${written.slice(21)}`],
  ].map(([what = '', written = '']) => ({ what, written, error: 'LinkKeyDamaged' })),
  slots: [
    slotRefused('version 0', altered(linkSlot, 0, 0), 'SlotDamaged'),
    slotRefused('version 2', altered(linkSlot, 0, 2), 'SlotDamaged'),
    slotRefused('kind 3', altered(linkSlot, 1, 3), 'SlotDamaged'),
    slotRefused('kind 1 in the length of kind 0', altered(linkSlot, 1, 1), 'SlotDamaged'),
    slotRefused('an empty slot', new Uint8Array(0), 'SlotDamaged'),
    slotRefused('a slot that was cut', linkSlot.slice(0, -1), 'SlotDamaged'),
    slotRefused('a byte behind the slot', join([linkSlot, new Uint8Array(1)]), 'SlotDamaged'),
    slotRefused('64 MiB less 1 KiB', altered(passwordSlot, 2, 0, 0, 255, 255), 'SlotDamaged', { password }),
    slotRefused('128 MiB and 1 KiB', altered(passwordSlot, 2, 0, 2, 0, 1), 'SlotDamaged', { password }),
    slotRefused('2 passes', altered(passwordSlot, 6, 2), 'SlotDamaged', { password }),
    slotRefused('7 passes', altered(passwordSlot, 6, 7), 'SlotDamaged', { password }),
    slotRefused('kind 2 with the key of a link', requestSlot, 'SlotDamaged'),
    slotRefused('the seed of another key', requestSlot, 'OtherRequestKey', {
      seed: toHex(fixed('other', 32)),
    }),
    slotRefused('an altered hash of the public key', altered(requestSlot, 2), 'OtherRequestKey', owner),
    slotRefused(
      'an X25519 point of low order',
      requestSlot.slice().fill(0, 1122, 1154),
      'SlotDamaged',
      owner,
    ),
    slotRefused('an altered ciphertext', altered(requestSlot, 34), 'NotOpened', owner),
    slotRefused('kind 2 with another bundle id', altered(requestSlot, 1154), 'NotOpened', owner),
    slotRefused('another bundle id', altered(linkSlot, 2), 'NotOpened'),
    slotRefused('an altered nonce', altered(linkSlot, 18), 'NotOpened'),
    slotRefused('an altered content key', altered(linkSlot, 30), 'NotOpened'),
    slotRefused('an altered tag', altered(linkSlot, 77), 'NotOpened'),
    slotRefused('a wrong password', passwordSlot, 'NotOpened', { password: `${password}.` }),
  ],
  halves: [
    ['a wrong password', half, `${password}.`],
    ['another version', altered(half, 0, 2), password],
    ['costs of nothing', altered(half, 1, 0, 0, 0, 0, 0), password],
    ['7 passes', altered(half, 5, 7), password],
    ['an altered seed', altered(half, 40), password],
    ['cut', half.slice(0, -1), password],
  ].map(([what, sealed, password]) => ({
    ...{
      what: String(what),
      sealed: toHex(sealed instanceof Uint8Array ? sealed : fromHex('')),
      seed: toHex(seed),
    },
    ...{ password: String(password), error: 'NotOpened' },
  })),
  manifests: refusedManifests.map((manifest) => ({ ...manifest, error: 'ManifestRefused' })),
  bundles: [
    await damaged('an altered salt', { edits: [{ flip: 0 }] }),
    await damaged('an altered commitment', { edits: [{ flip: 24 }] }),
    await damaged('an altered chunk', { edits: [{ flip: 56 }] }),
    await damaged('an altered tag', { edits: [{ flip: 56 + 16_384 }] }),
    await damaged('chunks that changed places', { edits: [{ exchange: [0, 1] }] }),
    await damaged('cut by a byte', { edits: [{ cut: 65_671 }] }),
    await damaged('cut to nothing', { edits: [{ cut: 0 }] }),
    await damaged('without its empty last chunk', { edits: [{ cut: 65_656 }] }),
    await damaged('cut by a chunk', { edits: [{ cut: 65_672 - 16_400 }] }),
    await damaged('a byte behind the end', { edits: [{ append: '00' }] }),
    await damaged('extended to the next Padm\u00e9 size', { edits: [{ append: '00'.repeat(2048) }] }),
    await damaged('of another bundle', { sealedAs: { bundleId: toHex(otherId) } }),
    await damaged('under another content key', {
      sealedAs: { contentKey: toHex(fixed('other content', 32)) },
    }),
    await damaged('sealed as one of two parts', { sealedAs: { count: 2 } }),
    await damaged('sealed for another length', {
      sealedAs: { length: 67_584, end: 67_584 },
      edits: [{ cut: 65_672 }],
    }),
    await damaged('the second part dropped', { parts: [0] }, two),
    await damaged('the first part dropped', { parts: [1] }, two),
    await damaged('parts that changed places', { parts: [1, 0] }, two),
    await damaged('the first part twice', { parts: [0, 0] }, two),
  ],
}

// Writes both files anew; `biome format --write tests/fixtures/vectors` lays them out.
for (const [name, vectors] of Object.entries({ accepted, refused }))
  writeFileSync(
    new URL(`../../../../fixtures/vectors/end_to_end_${name}.json`, import.meta.url),
    `${JSON.stringify(vectors, undefined, 1)}\n`,
  )
