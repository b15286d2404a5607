import type { Language } from '#contract/languages.ts'
import { newId, sha256 } from '#crypto/random-id.ts'
import type { LinksRow } from '#server/platform/database/database.ts'

/** The row of a main link. */
export function newLink(
  transferId: string,
  {
    limit,
    now,
    id = newId(),
  }: { readonly limit: number | null; readonly now: number; readonly id?: string | undefined },
): LinksRow {
  return {
    id,
    transfer_id: transferId,
    kind: 'main',
    label: null,
    recipient: null,
    language: null,
    needs_code: 0,
    mailed: null,
    download_limit: limit,
    downloads: 0,
    created_at: now,
    expires_at: null,
    revoked_at: null,
    opened_at: null,
    first_download_at: null,
    last_download_at: null,
  }
}

/** A person who gets a link of their own. */
type NewRecipient = {
  readonly email: string
  readonly language?: Language | undefined
  readonly needsCode?: boolean | undefined
}

/** The row of a recipient's link, with the limit of the main one; its mail is on its way. */
export function newRecipientLink(
  {
    transfer_id,
    download_limit,
    created_at,
  }: Pick<LinksRow, 'transfer_id' | 'download_limit' | 'created_at'>,
  { email, language, needsCode }: NewRecipient,
): LinksRow {
  return {
    ...newLink(transfer_id, { limit: download_limit, now: created_at }),
    kind: 'recipient',
    recipient: email,
    language: language ?? null,
    needs_code: needsCode ? 1 : 0,
    mailed: 'queued',
  }
}

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

/** The address of a link. */
export function downloadUrl(publicUrl: string, linkId: string): string {
  return `${publicUrl}/download/${linkId}`
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
