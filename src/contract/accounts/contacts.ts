import * as z from 'zod/mini'
import { listQuery, listReply } from '../lists.ts'
import { emailAddress, randomId, time } from '../transfers/files.ts'
import { contactLengths } from './contact-limits.ts'

export const contactId = randomId

/** One line of text: no control characters, no blanks around it. */
const line = z.string().check(z.trim(), z.regex(/^\P{Cc}*$/u))

/** Nothing and an empty text are the same. */
const optionalLine = (longest: number) =>
  z.pipe(
    z.optional(z.nullable(line.check(z.maxLength(longest)))),
    z.transform((text) => text || null),
  )

/** Fields of a contact. */
export const contactRequest = z.object({
  name: line.check(z.minLength(1), z.maxLength(contactLengths.name)),
  email: z.pipe(line, emailAddress),
  phone: optionalLine(contactLengths.phone),
  company: optionalLine(contactLengths.company),
})
export type ContactRequest = z.output<typeof contactRequest>

const contact = z.object({
  id: contactId,
  name: z.string(),
  email: emailAddress,
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  createdAt: time,
})
export type Contact = z.infer<typeof contact>

/** Contacts in order of their names. A search covers every field. */
export const contactsQuery = listQuery(['all'])
export type ContactsQuery = z.output<typeof contactsQuery>

export const contactsReply = z.object({ ...listReply, contacts: z.array(contact) })
export type ContactsReply = z.infer<typeof contactsReply>

export const contactReply = z.object({ success: z.literal(true), contact })
