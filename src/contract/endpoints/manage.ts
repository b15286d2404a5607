import * as z from 'zod/mini'
import { manageTokenHeader, stepsHeader, versionHeader } from '../headers.ts'
import { type RouteName, routes } from '../routes.ts'
import { fileId, pathNumber, randomId, uploadReply } from '../transfers/files.ts'
import {
  addFileFields,
  addLinkReply,
  changedReply,
  claimRequest,
  linkRequest,
  managedReply,
  manageSessionReply,
  manageSessionRequest,
  transferPasswordRequest,
  transferRef,
  updateTransferRequest,
} from '../transfers/manage.ts'
import {
  addRecipientRequest,
  manageMailReply,
  manageMailRequest,
  receiptQuery,
} from '../transfers/recipients.ts'
import { done, type Endpoint } from './endpoint.ts'

const byRef = z.object({ ref: transferRef })
/** Headers that every change reads. */
const changeHeaders = [manageTokenHeader, versionHeader] as const
const byLink = z.object({ ref: transferRef, id: randomId })

/**
 * The calls that manage a transfer after sending: for the bearer of its owner or an administrator, or with the header
 * `x-manage-token`. Changes take `If-Match` with the version of the transfer.
 */
export const manageEndpoints = {
  manageSession: {
    ...routes.manageSession,
    summary: 'Exchanges a manage link for the reference of its transfer.',
    body: manageSessionRequest,
    reply: manageSessionReply,
  },
  managedTransfer: {
    ...routes.managedTransfer,
    summary: 'Describes a transfer, its files, links and history, to those who manage it.',
    params: byRef,
    headers: [manageTokenHeader],
    reply: managedReply,
  },
  updateTransfer: {
    ...routes.updateTransfer,
    summary: 'Changes the name, message, end or limits of a transfer.',
    params: byRef,
    headers: changeHeaders,
    body: updateTransferRequest,
    reply: changedReply,
  },
  deleteTransfer: {
    ...routes.deleteTransfer,
    summary: 'Ends a transfer.',
    params: byRef,
    headers: changeHeaders,
    reply: done,
  },
  changeTransferPassword: {
    ...routes.changeTransferPassword,
    summary: 'Sets, changes or removes the file password of a transfer.',
    params: byRef,
    headers: changeHeaders,
    body: transferPasswordRequest,
    reply: managedReply,
  },
  addTransferFile: {
    ...routes.addTransferFile,
    summary: 'Adds a file to a transfer.',
    params: byRef,
    headers: [...changeHeaders, stepsHeader],
    form: { fields: addFileFields, part: 'file' },
    reply: uploadReply,
    status: 201,
  },
  removeTransferFile: {
    ...routes.removeTransferFile,
    summary: 'Removes a file of a transfer; with the last one the transfer ends.',
    params: z.object({ ref: transferRef, position: pathNumber }),
    headers: changeHeaders,
    reply: changedReply,
  },
  addLink: {
    ...routes.addLink,
    summary: 'Creates another link to a transfer.',
    params: byRef,
    headers: changeHeaders,
    body: linkRequest,
    reply: addLinkReply,
    status: 201,
  },
  updateLink: {
    ...routes.updateLink,
    summary: 'Changes the label, limit or end of a link.',
    params: byLink,
    headers: changeHeaders,
    body: linkRequest,
    reply: managedReply,
    notFound: 'LINK_NOT_FOUND',
  },
  revokeLink: {
    ...routes.revokeLink,
    summary: 'Revokes a link; its running downloads are cut.',
    params: byLink,
    headers: changeHeaders,
    reply: changedReply,
    notFound: 'LINK_NOT_FOUND',
  },
  addRecipient: {
    ...routes.addRecipient,
    summary: 'Mails a transfer to one more person, with a link of their own.',
    params: byRef,
    headers: changeHeaders,
    body: addRecipientRequest,
    reply: addLinkReply,
    status: 201,
  },
  remindRecipient: {
    ...routes.remindRecipient,
    summary: 'Mails a recipient their link again.',
    params: z.object({ ref: transferRef, linkId: fileId }),
    headers: changeHeaders,
    reply: addLinkReply,
    notFound: 'LINK_NOT_FOUND',
  },
  mailManageLink: {
    ...routes.mailManageLink,
    summary: 'Mails the manage link of a transfer to its sender.',
    params: byRef,
    headers: [manageTokenHeader],
    body: manageMailRequest,
    reply: manageMailReply,
  },
  transferReceipt: {
    ...routes.transferReceipt,
    summary: 'Returns who got what when, as text.',
    params: byRef,
    query: receiptQuery,
    headers: [manageTokenHeader],
    stream: { 'text/plain': 'text' },
  },
  claimTransfer: {
    ...routes.claimTransfer,
    summary: 'Moves a transfer that was sent without an account into one’s own.',
    params: byRef,
    headers: [versionHeader],
    body: claimRequest,
    reply: managedReply,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
