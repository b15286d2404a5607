import * as z from 'zod/mini'
import {
  changePasswordRequest,
  eraseRequest,
  erasure,
  languageRequest,
  preferences,
  profile,
  profileRequest,
  session,
  sessionId,
  stats,
} from '../accounts/accounts.ts'
import { consentsReply, textHash } from '../accounts/consents.ts'
import { acceptTermsRequest, termsAcceptance } from '../accounts/terms-acceptance.ts'
import { confirmationHeader } from '../headers.ts'
import { type RouteName, routes } from '../routes.ts'
import { done, type Endpoint, success } from './endpoint.ts'

const profileReply = z.object({ success, user: profile })
const preferencesReply = z.object({ success, preferences })

/** Calls of people about their own account. */
export const accountEndpoints = {
  profile: { ...routes.profile, summary: 'Returns the caller’s account.', reply: profileReply },
  updateProfile: {
    ...routes.updateProfile,
    summary: 'Changes the caller’s username or email address.',
    headers: [confirmationHeader],
    body: profileRequest,
    reply: profileReply,
  },
  changePassword: {
    ...routes.changePassword,
    summary: 'Changes the caller’s password and ends all other sessions.',
    body: changePasswordRequest,
    reply: done,
  },
  preferences: {
    ...routes.preferences,
    summary: 'Returns the caller’s mail preferences.',
    reply: preferencesReply,
  },
  updatePreferences: {
    ...routes.updatePreferences,
    summary: 'Changes the caller’s mail preferences.',
    body: preferences,
    reply: preferencesReply,
  },
  chooseLanguage: {
    ...routes.chooseLanguage,
    summary: 'Sets the language of the caller’s pages and mails.',
    body: languageRequest,
    reply: done,
  },
  acceptTerms: {
    ...routes.acceptTerms,
    summary: 'Records acceptance of the terms.',
    body: acceptTermsRequest,
    reply: z.object({ success, terms: termsAcceptance }),
  },
  consents: { ...routes.consents, summary: 'Lists the caller’s consents.', reply: consentsReply },
  consentText: {
    ...routes.consentText,
    summary: 'Returns the text of a consent.',
    params: z.object({ hash: textHash }),
    stream: { 'text/plain': 'text' },
    notFound: 'NOT_FOUND',
  },
  sessions: {
    ...routes.sessions,
    summary: 'Lists the caller’s sessions.',
    reply: z.object({ success, sessions: z.array(session) }),
  },
  endSession: {
    ...routes.endSession,
    summary: 'Ends a session.',
    params: z.object({ id: sessionId }),
    reply: done,
    notFound: 'SESSION_NOT_FOUND',
  },
  endOtherSessions: { ...routes.endOtherSessions, summary: 'Ends all other sessions.', reply: done },
  stats: {
    ...routes.stats,
    summary: 'Returns portal statistics.',
    reply: z.object({ success, stats }),
  },
  exportAccount: {
    ...routes.exportAccount,
    summary: 'Exports all data held about the caller.',
    stream: { 'application/json': 'object' },
  },
  previewErasure: {
    ...routes.previewErasure,
    summary: 'Returns the data that erasing the account would delete.',
    reply: z.object({ success, erasure }),
  },
  eraseAccount: {
    ...routes.eraseAccount,
    summary: 'Erases the account and all its data.',
    headers: [confirmationHeader],
    body: eraseRequest,
    reply: done,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
