import { uploadFields } from '#contract/transfers/files.ts'
import type { ArrivalsRow } from '#server/schema/tables/arrival-tables.ts'

/** Fields of a form that receivers may see before it is whole. A field that will be refused is left out. */
export function saidOf(
  fields: Readonly<Record<string, string>>,
): Pick<ArrivalsRow, 'title' | 'sender_name' | 'method'> {
  const { title, senderName, encryptionMethod } = uploadFields.shape
  return {
    title: title.safeParse(fields.title).data || null,
    sender_name: senderName.safeParse(fields.senderName).data || null,
    method: encryptionMethod.safeParse(fields.encryptionMethod).data ?? null,
  }
}
