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
  profile: { ...routes.profile, summary: 'Shows one’s own account.', reply: profileReply },
  updateProfile: {
    ...routes.updateProfile,
    summary: 'Changes one’s own name or address.',
    headers: [confirmationHeader],
    body: profileRequest,
    reply: profileReply,
  },
  changePassword: {
    ...routes.changePassword,
    summary: 'Changes one’s own password; all other sessions end.',
    body: changePasswordRequest,
    reply: done,
  },
  preferences: { ...routes.preferences, summary: 'Shows which mails one wants.', reply: preferencesReply },
  updatePreferences: {
    ...routes.updatePreferences,
    summary: 'Changes which mails one wants.',
    body: preferences,
    reply: preferencesReply,
  },
  chooseLanguage: {
    ...routes.chooseLanguage,
    summary: 'Chooses the language of one’s mails and pages.',
    body: languageRequest,
    reply: done,
  },
  acceptTerms: {
    ...routes.acceptTerms,
    summary: 'Keeps that one has accepted the terms.',
    body: acceptTermsRequest,
    reply: z.object({ success, terms: termsAcceptance }),
  },
  consents: { ...routes.consents, summary: 'Lists what one has agreed to.', reply: consentsReply },
  consentText: {
    ...routes.consentText,
    summary: 'Returns words that people have agreed to, as text.',
    params: z.object({ hash: textHash }),
    stream: { 'text/plain': 'text' },
    notFound: 'NOT_FOUND',
  },
  sessions: {
    ...routes.sessions,
    summary: 'Lists the devices on which one is signed in.',
    reply: z.object({ success, sessions: z.array(session) }),
  },
  endSession: {
    ...routes.endSession,
    summary: 'Signs out one device.',
    params: z.object({ id: sessionId }),
    reply: done,
    notFound: 'SESSION_NOT_FOUND',
  },
  endOtherSessions: { ...routes.endOtherSessions, summary: 'Signs out all other devices.', reply: done },
  stats: {
    ...routes.stats,
    summary: 'Returns portal statistics.',
    reply: z.object({ success, stats }),
  },
  exportAccount: {
    ...routes.exportAccount,
    summary: 'Gives everything that is held about oneself.',
    stream: { 'application/json': 'object' },
  },
  previewErasure: {
    ...routes.previewErasure,
    summary: 'Returns what erasing one’s account would erase.',
    reply: z.object({ success, erasure }),
  },
  eraseAccount: {
    ...routes.eraseAccount,
    summary: 'Erases one’s account with everything that is held about it.',
    headers: [confirmationHeader],
    body: eraseRequest,
    reply: done,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
