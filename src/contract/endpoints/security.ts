import * as z from 'zod/mini'
import {
  apiKey,
  apiKeyId,
  confirmReply,
  confirmRequest,
  createApiKeyReply,
  createApiKeyRequest,
} from '../accounts/api-keys.ts'
import { confirmationHeader } from '../headers.ts'
import { type RouteName, routes } from '../routes.ts'
import {
  connectIdentityReply,
  connectIdentityRequest,
  identitiesReply,
  identityId,
} from '../signing-in/identities.ts'
import {
  addPasskeyReply,
  addPasskeyRequest,
  newPasskeyOptionsReply,
  passkey,
  passkeyId,
  passkeysReply,
  renamePasskeyRequest,
} from '../signing-in/passkeys.ts'
import { recoveryCodesReply, security, totpConfirmRequest, totpReply } from '../signing-in/second-factor.ts'
import { done, type Endpoint, success } from './endpoint.ts'

const byPasskeyId = z.object({ id: passkeyId })

/** Calls about the credentials of an account. */
export const securityEndpoints = {
  confirm: {
    ...routes.confirm,
    summary: 'Confirms the caller’s identity before a change of credentials.',
    body: confirmRequest,
    reply: confirmReply,
  },
  security: {
    ...routes.security,
    summary: 'Returns the security settings of the account.',
    reply: z.object({ success, security }),
  },
  beginTotp: {
    ...routes.beginTotp,
    summary: 'Starts setting up an authenticator app.',
    headers: [confirmationHeader],
    reply: totpReply,
    status: 201,
  },
  confirmTotp: {
    ...routes.confirmTotp,
    summary: 'Enables an authenticator app with its first code and returns recovery codes.',
    headers: [confirmationHeader],
    body: totpConfirmRequest,
    reply: recoveryCodesReply,
  },
  removeTotp: {
    ...routes.removeTotp,
    summary: 'Disables the authenticator app.',
    headers: [confirmationHeader],
    reply: done,
  },
  renewRecoveryCodes: {
    ...routes.renewRecoveryCodes,
    summary: 'Replaces the recovery codes.',
    headers: [confirmationHeader],
    reply: recoveryCodesReply,
    status: 201,
  },
  identities: { ...routes.identities, summary: 'Lists connected sign-ins.', reply: identitiesReply },
  connectIdentity: {
    ...routes.connectIdentity,
    summary: 'Connects a sign-in at the identity provider.',
    headers: [confirmationHeader],
    body: connectIdentityRequest,
    reply: connectIdentityReply,
    status: 201,
  },
  disconnectIdentity: {
    ...routes.disconnectIdentity,
    summary: 'Disconnects a connected sign-in.',
    params: z.object({ id: identityId }),
    headers: [confirmationHeader],
    reply: done,
    notFound: 'IDENTITY_NOT_FOUND',
  },
  passkeys: { ...routes.passkeys, summary: 'Lists passkeys.', reply: passkeysReply },
  newPasskeyOptions: {
    ...routes.newPasskeyOptions,
    summary: 'Issues a challenge for a new passkey.',
    headers: [confirmationHeader],
    reply: newPasskeyOptionsReply,
    status: 201,
  },
  addPasskey: {
    ...routes.addPasskey,
    summary:
      'Adds a passkey; the first second factor comes with recovery codes, which are returned only once.',
    headers: [confirmationHeader],
    body: addPasskeyRequest,
    reply: addPasskeyReply,
    status: 201,
  },
  renamePasskey: {
    ...routes.renamePasskey,
    summary: 'Renames a passkey.',
    params: byPasskeyId,
    headers: [confirmationHeader],
    body: renamePasskeyRequest,
    reply: z.object({ success, passkey }),
    notFound: 'PASSKEY_NOT_FOUND',
  },
  removePasskey: {
    ...routes.removePasskey,
    summary: 'Removes a passkey.',
    params: byPasskeyId,
    headers: [confirmationHeader],
    reply: done,
    notFound: 'PASSKEY_NOT_FOUND',
  },
  apiKeys: {
    ...routes.apiKeys,
    summary: 'Lists API keys.',
    reply: z.object({ success, apiKeys: z.array(apiKey) }),
  },
  createApiKey: {
    ...routes.createApiKey,
    summary: 'Creates an API key, which is returned only once.',
    headers: [confirmationHeader],
    body: createApiKeyRequest,
    reply: createApiKeyReply,
    status: 201,
  },
  revokeApiKey: {
    ...routes.revokeApiKey,
    summary: 'Revokes an API key.',
    params: z.object({ id: apiKeyId }),
    reply: done,
    notFound: 'API_KEY_NOT_FOUND',
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
