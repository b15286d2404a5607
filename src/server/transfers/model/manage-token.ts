import { sha256 } from '#crypto/random-id.ts'

/**
 * The secret of a deletion link follows from the manage token, so that one column of the table serves both: who holds the
 * manage token can make the other, and not the other way round.
 */
export function deletionTokenOf(manageToken: string): string {
  return sha256(manageToken).toString('base64url')
}

/** Hash that the table keeps: SHA-256 of the deletion token. */
export function manageTokenHash(manageToken: string): Buffer {
  return sha256(deletionTokenOf(manageToken))
}

/** The links with which a transfer is managed and deleted; without a token they hold no secret and no fragment. */
export function secretLinks(publicUrl: string, linkId: string, manageToken?: string) {
  const links = {
    manageUrl: `${publicUrl}/manage/${linkId}`,
    deletionUrl: `${publicUrl}/delete/${linkId}`,
  }
  if (manageToken === undefined) return links
  return {
    manageUrl: `${links.manageUrl}#${manageToken}`,
    deletionUrl: `${links.deletionUrl}#${deletionTokenOf(manageToken)}`,
  }
}
