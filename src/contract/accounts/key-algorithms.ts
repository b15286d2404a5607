/** Post-quantum key pairs (FIPS 203): the server makes them, one of each at most for a person. */
export const mlKemAlgorithms = [
  {
    value: 'ml-kem512',
    securityLevel: 1,
    description: 'Security level 1: at least as hard to break as AES-128.',
  },
  {
    value: 'ml-kem768',
    securityLevel: 3,
    description: 'Security level 3: at least as hard to break as AES-192.',
  },
  {
    value: 'ml-kem1024',
    securityLevel: 5,
    description: 'Security level 5: at least as hard to break as AES-256.',
  },
] as const

/** The algorithm of the key pair that an encryption method locks files for; undefined unless it is post-quantum. */
export function mlKemOf(method: string): (typeof mlKemAlgorithms)[number]['value'] | undefined {
  return mlKemAlgorithms.find(({ value }) => value === method)?.value
}

/** How the browser makes and encrypts an RSA pair: PBKDF2-SHA-256 over the key password, then AES-256-GCM. */
export const rsaKeys = {
  modulusLength: 2048,
  /** Iterations of PBKDF2, stored with each key. */
  iterations: { default: 100_000, most: 10_000_000 },
  /** Bytes in front of the ciphertext: the salt of PBKDF2, then the nonce of AES-GCM. */
  saltLength: 16,
  ivLength: 12,
} as const
