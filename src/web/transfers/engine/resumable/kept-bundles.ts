import type { Bytes } from '#end-to-end/primitives.ts'

/** Everything that an unfinished end-to-end encrypted upload needs to go on after a reload; it lies unsealed in this browser's profile. */
type KeptBundle = {
  /** The id of the bundle in hex. */
  readonly id: string
  /** When it began, in ms since 1970. */
  readonly at: number
  readonly linkKey: Bytes
  readonly contentKey: Bytes
  /** Length of the manifest, manifest and thumbnails, which do not come out alike twice. */
  readonly front: Bytes
  /** Slot and hash of the proof, as the server is given them. */
  readonly slot: string
  readonly proof: string
}

/** Salt of a part, and the SHA-256 of the only bytes that it may serve for. */
export type KeptSalt = { readonly salt: Bytes; readonly hash: Bytes }

/** Milliseconds after which servers have no upload to go on with. */
const maxAge = 24 * 60 * 60_000
const markKey = 'restante.sealing'

/** Whether anything may be kept, for the next visit to look at its age. */
export function areBundlesMarked(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return false
  }
}

/** Says that something is about to be kept; a worker can't. */
export function markBundles(): void {
  try {
    localStorage.setItem(markKey, '1')
  } catch {}
}

/** Keeps a bundle before its first part is sealed. @throws DOMException where the browser keeps nothing */
export function keepBundle(bundle: KeptBundle): Promise<void> {
  return within('readwrite', async ({ bundles }) => {
    await answerOf(bundles.add(bundle))
  })
}

/** A kept bundle and the salts of its parts; undefined where there is none. */
export function findBundle(id: string) {
  return within('readonly', async ({ bundles, salts }) => {
    const bundle: KeptBundle | undefined = await answerOf(bundles.get(id))
    const kept: (KeptSalt & { readonly part: number })[] = await answerOf(salts.getAll(partsOf(id)))
    return bundle && { bundle, salts: new Map(kept.map(({ part, salt, hash }) => [part, { salt, hash }])) }
  })
}

/**
 * Keeps the salt of a part before it is sealed. No later one ever replaces it.
 * @returns whether the bundle is kept at all; otherwise nothing is
 * @throws DOMException where the part has a salt already, or the browser has no room
 */
export function keepSalt(bundle: string, part: number, salt: KeptSalt): Promise<boolean> {
  return within('readwrite', async ({ bundles, salts }) => {
    if ((await answerOf(bundles.count(bundle))) === 0) return false
    await answerOf(salts.add({ bundle, part, ...salt }))
    return true
  })
}

/** Forgets a bundle with all its salts. Failures are ignored: what is left goes after a day. */
export async function forgetBundle(id: string): Promise<void> {
  await forgetBundles((bundle) => bundle.id === id).catch(() => {})
}

/** Forgets bundles of more than a day ago. @param now in ms since 1970 */
export async function forgetOldBundles(now: number): Promise<void> {
  await forgetBundles(({ at }) => now - at >= maxAge).catch(() => {})
}

async function forgetBundles(isOver: (bundle: KeptBundle) => boolean): Promise<void> {
  const left = await within('readwrite', async ({ bundles, salts }) => {
    const all: KeptBundle[] = await answerOf(bundles.getAll())
    const over = all.filter(isOver)
    for (const { id } of over) {
      bundles.delete(id)
      salts.delete(partsOf(id))
    }
    return all.length - over.length
  })
  if (left === 0 && typeof localStorage === 'object') localStorage.removeItem(markKey)
}

function partsOf(bundle: string): IDBKeyRange {
  return IDBKeyRange.bound([bundle, 0], [bundle, Number.MAX_SAFE_INTEGER])
}

type Stores = { readonly bundles: IDBObjectStore; readonly salts: IDBObjectStore }

/** Works in one transaction, and resolves once it is written to the disk. */
async function within<Result>(
  mode: 'readonly' | 'readwrite',
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(['bundles', 'salts'], mode, { durability: 'strict' })
    const written = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    written.catch(() => {})
    const result = await work({
      bundles: transaction.objectStore('bundles'),
      salts: transaction.objectStore('salts'),
    })
    await written
    return result
  } finally {
    database.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('restante.sealing', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('bundles', { keyPath: 'id' })
    opening.result.createObjectStore('salts', { keyPath: ['bundle', 'part'] })
  }
  return answerOf(opening)
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
