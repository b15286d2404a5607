import * as z from 'zod/mini'
import { type RouteName, routes } from '../routes.ts'
import { fileId, pathNumber, randomId, uploadReply } from '../transfers/files.ts'
import {
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

const byRef = z.object({ ref: transferRef })
const byLink = z.object({ ref: transferRef, id: randomId })
const done = z.object({ success: z.literal(true), message: z.string() })

/**
 * The calls that manage a transfer after sending: for the bearer of its owner or an administrator, or with the header
 * `x-manage-token`. Changes take `If-Match` with the version of the transfer.
 */
export const manageEndpoints = {
  manageSession: { ...routes.manageSession, body: manageSessionRequest, reply: manageSessionReply },
  managedTransfer: { ...routes.managedTransfer, params: byRef, reply: managedReply },
  updateTransfer: {
    ...routes.updateTransfer,
    params: byRef,
    body: updateTransferRequest,
    reply: changedReply,
  },
  deleteTransfer: { ...routes.deleteTransfer, params: byRef, reply: done },
  changeTransferPassword: {
    ...routes.changeTransferPassword,
    params: byRef,
    body: transferPasswordRequest,
    reply: managedReply,
  },
  addTransferFile: { ...routes.addTransferFile, params: byRef, reply: uploadReply, status: 201 },
  removeTransferFile: {
    ...routes.removeTransferFile,
    params: z.object({ ref: transferRef, position: pathNumber }),
    reply: changedReply,
  },
  addLink: { ...routes.addLink, params: byRef, body: linkRequest, reply: addLinkReply, status: 201 },
  updateLink: {
    ...routes.updateLink,
    params: byLink,
    body: linkRequest,
    reply: managedReply,
    notFound: 'LINK_NOT_FOUND',
  },
  revokeLink: { ...routes.revokeLink, params: byLink, reply: changedReply, notFound: 'LINK_NOT_FOUND' },
  addRecipient: {
    ...routes.addRecipient,
    params: byRef,
    body: addRecipientRequest,
    reply: addLinkReply,
    status: 201,
  },
  remindRecipient: {
    ...routes.remindRecipient,
    params: z.object({ ref: transferRef, linkId: fileId }),
    reply: addLinkReply,
    notFound: 'LINK_NOT_FOUND',
  },
  mailManageLink: {
    ...routes.mailManageLink,
    params: byRef,
    body: manageMailRequest,
    reply: manageMailReply,
  },
  transferReceipt: { ...routes.transferReceipt, params: byRef, query: receiptQuery },
  claimTransfer: { ...routes.claimTransfer, params: byRef, body: claimRequest, reply: managedReply },
} as const satisfies Partial<Record<RouteName, object>>
