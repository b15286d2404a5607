import * as z from 'zod/mini'
import { checkedNames, visitorFields } from '#contract/requests/requests.ts'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { MlKemPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { readInput } from '#server/platform/http/read-input.ts'
import { readRequestSlot } from '../../keys/end-to-end-slots.ts'
import type { Visitor } from '../sender.ts'
import type { TransferOptions } from '../transfer-options.ts'

/**
 * Validates the text fields of a visitor's upload. All else is as the owner of the request has chosen.
 * @param pairs the pair that locks for the owner, if one does
 * @throws Failure VALIDATION_ERROR, KEY_NOT_FOUND, END_TO_END_PLAINTEXT
 */
export function validateVisitorOptions(
  raw: Readonly<Record<string, string>>,
  visitor: Visitor,
  pairs: readonly MlKemPairsRow[],
): TransferOptions {
  if (visitor.sealsFor) return validateSealed(raw, visitor, visitor.sealsFor)
  const { title, description, checked } = readInput(visitorFields, raw, 'VALIDATION_ERROR', 'form')
  const pair = pairs.find(({ id }) => id === visitor.pairId)
  if (!pair && visitor.pairId !== null) throw new Failure('KEY_NOT_FOUND')
  return {
    lifetime: visitor.lifetime,
    method: pair?.algorithm ?? 'aes-256-gcm',
    pair,
    password: undefined,
    title: title || undefined,
    senderName: undefined,
    description: description?.trim() || undefined,
    deleteAfterDownload: false,
    downloadLimit: null,
    announcements: [],
    timeZone: undefined,
    checked: readChecked(checked, visitor.checklist),
  }
}

/**
 * The same where visitors seal in their browsers: nothing readable comes along.
 * @throws Failure END_TO_END_PLAINTEXT, VALIDATION_ERROR
 */
function validateSealed(
  { encryptionMethod, slot, proof, ...others }: Readonly<Record<string, string>>,
  { lifetime }: Visitor,
  sealsFor: Uint8Array,
): TransferOptions {
  // guard: nothing readable beside what visitors seal -> tests/http/requests/browser-locks.test.ts "nothing readable"
  const [readable = encryptionMethod === endToEndMethod ? undefined : 'encryptionMethod'] =
    Object.keys(others)
  if (readable !== undefined) throw new Failure('END_TO_END_PLAINTEXT', { details: readable })
  return {
    lifetime,
    method: endToEndMethod,
    pair: undefined,
    password: undefined,
    title: undefined,
    senderName: undefined,
    description: undefined,
    deleteAfterDownload: false,
    downloadLimit: null,
    announcements: [],
    timeZone: undefined,
    checked: [],
    ...(slot !== undefined && proof !== undefined && { sealed: readRequestSlot(slot, proof, sealsFor) }),
  }
}

function readChecked(json: string | undefined, checklist: readonly string[]): readonly string[] {
  if (!json) return []
  const wrong = new Failure('VALIDATION_ERROR', {
    details: 'checked: not a JSON list of names of the checklist',
  })
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw wrong
  }
  const result = z.safeParse(checkedNames, value)
  // The owner may have changed the list since the page was opened.
  if (!result.success) throw wrong
  return checklist.filter((name) => result.data.includes(name))
}
