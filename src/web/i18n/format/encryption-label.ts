import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { t } from '../t.ts'

/** NIST security categories of the ML-KEM parameter sets (FIPS 203, section 8). */
const mlKem: Readonly<Record<string, { name: string; level: number }>> = {
  'ml-kem512': { name: 'ML-KEM-512', level: 1 },
  'ml-kem768': { name: 'ML-KEM-768', level: 3 },
  'ml-kem1024': { name: 'ML-KEM-1024', level: 5 },
}

const names: Readonly<Record<string, string>> = {
  'aes-256-gcm': 'AES-256-GCM',
  chacha20: 'ChaCha20-Poly1305',
  rsa: 'RSA-OAEP',
  kyber: 'Kyber (Post-Quantum)',
}

/** How a method is named to people; `level` is there for post-quantum ones. An unknown method keeps its value. */
export function encryptionLabel(method: string): { name: string; level?: number } {
  if (method === endToEndMethod) return { name: t('file.encryptionEndToEnd') }
  return mlKem[method] ?? { name: names[method] ?? method }
}
