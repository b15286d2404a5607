import * as z from 'zod/mini'
import { checkedNames, visitorFields } from '#contract/requests/requests.ts'
import type { MlKemPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { readInput } from '#server/platform/http/read-input.ts'
import type { Visitor } from '../sender.ts'
import type { TransferOptions } from '../transfer-options.ts'

/**
 * Validates the text fields of a visitor's upload. All else is as the owner of the request has chosen.
 * @param pairs the pair that locks for the owner, if one does
 * @throws Failure VALIDATION_ERROR, KEY_NOT_FOUND
 */
export function validateVisitorOptions(
  raw: Readonly<Record<string, string>>,
  visitor: Visitor,
  pairs: readonly MlKemPairsRow[],
): TransferOptions {
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
