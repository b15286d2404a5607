import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#contract/signing-in/passkeys.ts'

const emptyMap = Symbol('an empty map')
const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, credential: 64 }

/** Deviations of a hostile or broken authenticator or page. */
export type Deviation = {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly verified?: boolean
  readonly counter?: number
  /** Key of another passkey, to sign with the wrong one. */
  readonly key?: KeyObject
  readonly userHandle?: string
  /** COSE algorithm that a new passkey claims. */
  readonly algorithm?: number
}

/** One passkey in software: ES256, made with node:crypto alone. `counter` 0 does not count. */
export function createAuthenticator(
  origin: string,
  { synced = true, counter = 0 }: { synced?: boolean; counter?: number } = {},
) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(20)
  const backup = synced ? flag.backupEligible | flag.backedUp : 0
  let count = counter
  let userHandle: string | undefined

  function clientData(type: string, challenge: string, other: Deviation): Buffer {
    const data = {
      type: other.type ?? type,
      challenge,
      origin: other.origin ?? origin,
      crossOrigin: other.crossOrigin ?? false,
    }
    return Buffer.from(JSON.stringify(data))
  }
  function authData(rpId: string, flags: number, other: Deviation): Buffer {
    const verified = other.verified === false ? 0 : flag.userVerified
    const head = Buffer.alloc(5)
    head[0] = flags | flag.userPresent | verified | backup
    head.writeUInt32BE(other.counter ?? count, 1)
    return Buffer.concat([sha256(other.rpId ?? rpId), head])
  }
  return {
    id: id.toString('base64url'),
    key: privateKey,
    /** Makes the passkey, as a browser answers to navigator.credentials.create. */
    create(options: PasskeyCreationOptions, other: Deviation = {}): PasskeyAttestation {
      userHandle = options.user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = cborMap([
        [1, 2],
        [3, other.algorithm ?? -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([
        authData(options.rp.id, flag.credential, other),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ])
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', emptyMap],
        ['authData', data],
      ])
      return {
        ...this.credential(),
        response: {
          attestationObject: attestation.toString('base64url'),
          clientDataJSON: clientData('webauthn.create', options.challenge, other).toString('base64url'),
          transports: ['internal', 'hybrid', 'of-tomorrow'],
        },
      }
    },
    /** Signs a challenge, as a browser answers to navigator.credentials.get. */
    assert(options: PasskeyRequestOptions, other: Deviation = {}): PasskeyAssertion {
      if (count > 0 && other.counter === undefined) count += 1
      const data = authData(options.rpId, 0, other)
      const client = clientData('webauthn.get', options.challenge, other)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), other.key ?? privateKey)
      const handle = other.userHandle ?? userHandle
      return {
        ...this.credential(),
        response: {
          authenticatorData: data.toString('base64url'),
          clientDataJSON: client.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(handle === undefined ? {} : { userHandle: handle }),
        },
      }
    },
    credential() {
      return { id: this.id, rawId: this.id, type: 'public-key' as const }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest()
}

type Cbor = number | string | Buffer | typeof emptyMap

/** The little of RFC 8949 that an authenticator needs. */
function cborMap(entries: readonly (readonly [Cbor, Cbor])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cborValue)])
}

function cborValue(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
  if (value === emptyMap) return cborHead(5, 0)
  return Buffer.concat([cborHead(2, value.length), value])
}

function cborHead(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count])
  if (count < 256) return Buffer.from([(type << 5) | 24, count])
  const head = Buffer.from([(type << 5) | 25, 0, 0])
  head.writeUInt16BE(count, 1)
  return head
}
