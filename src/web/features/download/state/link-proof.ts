import { proofHeader } from '#contract/headers.ts'
import { browserStore } from '#web/ui/browser/browser-store.ts'

const keyOf = (linkId: string) => `restante-proof-${linkId}`

/** Proofs in memory, for browsers without storage. */
const proofs = new Map<string, string>()

/** Keeps the proof that a code gave, for this link and this tab. Without storage, a reload asks for another code. */
export function keepProof(linkId: string, proof: string): void {
  proofs.set(linkId, proof)
  try {
    browserStore('sessionStorage')?.setItem(keyOf(linkId), proof)
  } catch {}
}

/** Headers of a call about a link after a code was entered for it. */
export function proofHeaders(linkId: string): Record<string, string> {
  const proof = proofs.get(linkId) ?? browserStore('sessionStorage')?.getItem(keyOf(linkId))
  return proof ? { [proofHeader]: proof } : {}
}
