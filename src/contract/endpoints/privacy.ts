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
    summary: 'Stops all mails that other people send to an address; the link is in each of them (RFC 8058).',
    params: z.object({ token: stopToken }),
    reply: done,
    notFound: 'NOT_FOUND',
  },

  rightsCode: {
    ...routes.rightsCode,
    summary: 'Mails a code that shows what is held about a mail address.',
    body: rightsCodeRequest,
    reply: rightsCodeReply,
  },
  openRights: {
    ...routes.openRights,
    summary: 'Takes that code in return for a session of half an hour.',
    body: openRightsRequest,
    reply: openRightsReply,
    status: 201,
  },
  exportRights: {
    ...routes.exportRights,
    summary: 'Returns everything that is held about the mail address of such a session.',
    headers: [rightsSessionHeader],
    reply: rightsReply,
  },
  correctName: {
    ...routes.correctName,
    summary: 'Corrects the name that stands with that address.',
    headers: [rightsSessionHeader],
    body: correctNameRequest,
    reply: done,
  },
  blockMails: {
    ...routes.blockMails,
    summary: 'Stops all mails that other people send to that address.',
    headers: [rightsSessionHeader],
    reply: done,
  },
  allowMails: {
    ...routes.allowMails,
    summary: 'Lets other people send mails to that address again.',
    headers: [rightsSessionHeader],
    reply: done,
  },
  eraseAddress: {
    ...routes.eraseAddress,
    summary: 'Erases everything that is held about that address.',
    headers: [rightsSessionHeader],
    body: eraseAddressRequest,
    reply: done,
  },
  retention: {
    ...routes.retention,
    summary: 'Returns how long what is kept, and how old the oldest of it is.',
    reply: retentionReply,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
