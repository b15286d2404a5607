import * as z from 'zod/mini'
import { groupId } from '../operations/groups/groups.ts'
import { emailAddress, language, time } from '../transfers/files.ts'
import { invitationToken } from './accounts.ts'

/** An open invitation, as administrators see it; its link was told once. */
export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: time,
  expiresAt: time,
})
export type Invitation = z.infer<typeof invitation>

export const inviteRequest = z.strictObject({
  email: emailAddress,
  /** Language of the mail; English by default. */
  language: z.optional(language),
  /** Id of the group that the person is put into. */
  group: z.optional(groupId),
})
export const inviteReply = z.object({
  success: z.literal(true),
  invitation,
  /** Address of the page that opens the account. */
  url: z.string(),
  /** Whether it is mailed: without a mail server the administrator has to send the link. */
  mailed: z.boolean(),
})

export const findInvitationRequest = z.strictObject({ invitation: invitationToken })
export const findInvitationReply = z.object({
  success: z.literal(true),
  email: z.string(),
  expiresAt: time,
})
