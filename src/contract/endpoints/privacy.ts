import * as z from 'zod/mini'
import {
  correctNameRequest,
  eraseAddressRequest,
  openRightsReply,
  openRightsRequest,
  rightsCodeReply,
  rightsCodeRequest,
  rightsReply,
} from '../accounts/rights.ts'
import { rightsSessionHeader } from '../headers.ts'
import { retentionReply } from '../operations/retention.ts'
import { type RouteName, routes } from '../routes.ts'
import { stopToken } from '../transfers/recipients.ts'
import { done, type Endpoint } from './endpoint.ts'

/** Calls about a mail address and what is held about it; no account is needed. */
export const privacyEndpoints = {
  stopMails: {
    ...routes.stopMails,
    summary:
      'Unsubscribes an address from mails sent by other people; each of them contains the link (RFC 8058).',
    params: z.object({ token: stopToken }),
    reply: done,
    notFound: 'NOT_FOUND',
  },

  rightsCode: {
    ...routes.rightsCode,
    summary: 'Emails a code that gives access to the data held about an email address.',
    body: rightsCodeRequest,
    reply: rightsCodeReply,
  },
  openRights: {
    ...routes.openRights,
    summary: 'Exchanges the code for a session of 30 minutes.',
    body: openRightsRequest,
    reply: openRightsReply,
    status: 201,
  },
  exportRights: {
    ...routes.exportRights,
    summary: 'Returns all data held about the address of the session.',
    headers: [rightsSessionHeader],
    reply: rightsReply,
  },
  correctName: {
    ...routes.correctName,
    summary: 'Corrects the name stored with the address of the session.',
    headers: [rightsSessionHeader],
    body: correctNameRequest,
    reply: done,
  },
  blockMails: {
    ...routes.blockMails,
    summary: 'Blocks mails sent by other people to the address of the session.',
    headers: [rightsSessionHeader],
    reply: done,
  },
  allowMails: {
    ...routes.allowMails,
    summary: 'Allows mails sent by other people to the address of the session again.',
    headers: [rightsSessionHeader],
    reply: done,
  },
  eraseAddress: {
    ...routes.eraseAddress,
    summary: 'Erases all data held about the address of the session.',
    headers: [rightsSessionHeader],
    body: eraseAddressRequest,
    reply: done,
  },
  retention: {
    ...routes.retention,
    summary: 'Returns retention periods and the age of the oldest data.',
    reply: retentionReply,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
