import * as z from 'zod/mini'
import {
  contactId,
  contactReply,
  contactRequest,
  contactsQuery,
  contactsReply,
} from '../accounts/contacts.ts'
import {
  changeKeyPasswordRequest,
  generatedKey,
  generateKeyRequest,
  keyAlgorithm,
  keyFiles,
  mlKemAlgorithm,
  ownKey,
  replacePrivateKeyRequest,
  storeKeyRequest,
} from '../accounts/keys.ts'
import {
  markReadRequest,
  notificationsQuery,
  notificationsReply,
  unreadReply,
} from '../accounts/notifications.ts'
import { type RouteName, routes } from '../routes.ts'
import { done, type Endpoint, success } from './endpoint.ts'

const byContactId = z.object({ id: contactId })
const byAlgorithm = z.object({ algorithm: keyAlgorithm })
const ownKeyReply = z.object({ success, key: ownKey })

/** Key pairs, contacts and notifications of an account. */
export const portalEndpoints = {
  keys: {
    ...routes.keys,
    summary: 'Lists key pairs.',
    reply: z.object({ success, keys: z.array(ownKey) }),
  },
  key: {
    ...routes.key,
    summary: 'Returns a public key.',
    params: byAlgorithm,
    reply: ownKeyReply,
    notFound: 'KEY_NOT_FOUND',
  },
  generateKey: {
    ...routes.generateKey,
    summary: 'Generates an ML-KEM key pair.',
    body: generateKeyRequest,
    reply: z.object({ success, keyInfo: generatedKey }),
    status: 201,
  },
  storeKey: {
    ...routes.storeKey,
    summary: 'Stores an RSA or X-Wing key pair that the caller has made.',
    body: storeKeyRequest,
    reply: ownKeyReply,
    status: 201,
  },
  changeKeyPassword: {
    ...routes.changeKeyPassword,
    summary: 'Changes the password of a key pair.',
    params: z.object({ algorithm: mlKemAlgorithm }),
    body: changeKeyPasswordRequest,
    reply: done,
    notFound: 'KEY_NOT_FOUND',
  },
  replacePrivateKey: {
    ...routes.replacePrivateKey,
    summary: 'Replaces the encrypted private key of the RSA key pair.',
    body: replacePrivateKeyRequest,
    reply: done,
  },
  keyFiles: {
    ...routes.keyFiles,
    summary: 'Returns the files that only this key pair opens.',
    params: byAlgorithm,
    reply: z.extend(keyFiles, { success }),
    notFound: 'KEY_NOT_FOUND',
  },
  deleteKey: {
    ...routes.deleteKey,
    summary: 'Deletes a key pair and the files that only it opens.',
    params: byAlgorithm,
    reply: z.extend(done, { deletedFiles: z.int() }),
    notFound: 'KEY_NOT_FOUND',
  },

  contacts: {
    ...routes.contacts,
    summary: 'Lists contacts.',
    query: contactsQuery,
    reply: contactsReply,
  },
  addContact: {
    ...routes.addContact,
    summary: 'Adds a contact.',
    body: contactRequest,
    reply: contactReply,
    status: 201,
  },
  contact: {
    ...routes.contact,
    summary: 'Returns a contact.',
    params: byContactId,
    reply: contactReply,
    notFound: 'CONTACT_NOT_FOUND',
  },
  updateContact: {
    ...routes.updateContact,
    summary: 'Changes a contact.',
    params: byContactId,
    body: contactRequest,
    reply: contactReply,
    notFound: 'CONTACT_NOT_FOUND',
  },
  deleteContact: {
    ...routes.deleteContact,
    summary: 'Deletes a contact.',
    params: byContactId,
    reply: done,
    notFound: 'CONTACT_NOT_FOUND',
  },

  notifications: {
    ...routes.notifications,
    summary: 'Lists notifications.',
    query: notificationsQuery,
    reply: notificationsReply,
  },
  unreadNotifications: {
    ...routes.unreadNotifications,
    summary: 'Returns the number of unread notifications.',
    reply: unreadReply,
  },
  markNotificationsRead: {
    ...routes.markNotificationsRead,
    summary: 'Marks notifications as read.',
    body: markReadRequest,
    reply: unreadReply,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
