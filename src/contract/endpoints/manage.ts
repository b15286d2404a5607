import * as z from 'zod/mini'
import { manageTokenHeader, stepsHeader, versionHeader } from '../headers.ts'
import { type RouteName, routes } from '../routes.ts'
import { fileId, pathNumber, randomId, uploadReply } from '../transfers/files.ts'
import {
  addFileFields,
  addLinkReply,
  changedReply,
  changeSlotRequest,
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
    summary: 'Returns a transfer with its files, links and history.',
    params: byRef,
    headers: [manageTokenHeader],
    reply: managedReply,
  },
  updateTransfer: {
    ...routes.updateTransfer,
    summary: 'Changes the name, message, expiry or limits of a transfer.',
    params: byRef,
    headers: changeHeaders,
    body: updateTransferRequest,
    reply: changedReply,
  },
  deleteTransfer: {
    ...routes.deleteTransfer,
    summary: 'Deletes a transfer.',
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
  changeTransferSlot: {
    ...routes.changeTransferSlot,
    summary: 'Replaces the slot of an end-to-end encrypted transfer, which changes or removes its password.',
    params: byRef,
    headers: changeHeaders,
    body: changeSlotRequest,
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
    summary: 'Removes a file from a transfer; removing the last one ends the transfer.',
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
    summary: 'Changes the label, limit or expiry of a link.',
    params: byLink,
    headers: changeHeaders,
    body: linkRequest,
    reply: managedReply,
    notFound: 'LINK_NOT_FOUND',
  },
  revokeLink: {
    ...routes.revokeLink,
    summary: 'Revokes a link and ends its running downloads.',
    params: byLink,
    headers: changeHeaders,
    reply: changedReply,
    notFound: 'LINK_NOT_FOUND',
  },
  addRecipient: {
    ...routes.addRecipient,
    summary: 'Adds a recipient and emails them a link of their own.',
    params: byRef,
    headers: changeHeaders,
    body: addRecipientRequest,
    reply: addLinkReply,
    status: 201,
  },
  remindRecipient: {
    ...routes.remindRecipient,
    summary: 'Emails a recipient their link again.',
    params: z.object({ ref: transferRef, linkId: fileId }),
    headers: changeHeaders,
    reply: addLinkReply,
    notFound: 'LINK_NOT_FOUND',
  },
  mailManageLink: {
    ...routes.mailManageLink,
    summary: 'Emails the manage link of a transfer to its sender.',
    params: byRef,
    headers: [manageTokenHeader],
    body: manageMailRequest,
    reply: manageMailReply,
  },
  transferReceipt: {
    ...routes.transferReceipt,
    summary: 'Returns the receipt of a transfer as text.',
    params: byRef,
    query: receiptQuery,
    headers: [manageTokenHeader],
    stream: { 'text/plain': 'text' },
  },
  claimTransfer: {
    ...routes.claimTransfer,
    summary: 'Moves a transfer that was sent without an account into the caller’s account.',
    params: byRef,
    headers: [versionHeader],
    body: claimRequest,
    reply: managedReply,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
