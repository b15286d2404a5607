import * as z from 'zod/mini'
import { brand, identity, pictureRoles, pictures } from '../operations/branding/identity.ts'
import { ownTextLimits } from '../operations/branding/own-text-limits.ts'
import {
  changeTermsRequest,
  exportTermsQuery,
  importTermsRequest,
  termsQuery,
  termsState,
} from '../operations/branding/own-texts.ts'
import { type RouteName, routes } from '../routes.ts'
import { type Endpoint, success } from './endpoint.ts'

const identityReply = z.object({ success, identity, pictures })
const termsReply = z.extend(termsState, { success })

/** Calls about the name and the looks of the service. */
export const brandingEndpoints = {
  brand: {
    ...routes.brand,
    summary: 'Returns the name and the looks of the service.',
    reply: z.object({ success, brand }),
  },
  identity: {
    ...routes.identity,
    summary: 'Returns the identity of the service as it can be changed.',
    reply: identityReply,
  },
  changeIdentity: {
    ...routes.changeIdentity,
    summary: 'Replaces the identity of the service.',
    body: identity,
    reply: identityReply,
  },
  changePictures: {
    ...routes.changePictures,
    summary: 'Replaces the pictures that are in the form; an empty part removes one.',
    form: { fields: z.object({}), part: pictureRoles },
    reply: identityReply,
  },
  ownTerms: {
    ...routes.ownTerms,
    summary:
      'Returns the own terms of the service, or its own privacy text: the draft and what was published.',
    query: termsQuery,
    reply: termsReply,
  },
  changeOwnTerms: {
    ...routes.changeOwnTerms,
    summary:
      'Saves a draft of the own terms, or publishes a version for good, which people are asked to accept.',
    body: changeTermsRequest,
    bodyLimit: ownTextLimits.bytes,
    reply: termsReply,
  },
  exportOwnTerms: {
    ...routes.exportOwnTerms,
    summary: 'Returns the draft, or else the text that holds, in one language as Markdown.',
    query: exportTermsQuery,
    stream: { 'text/markdown': 'text' },
  },
  importOwnTerms: {
    ...routes.importOwnTerms,
    summary: 'Replaces one language of the draft by a text in Markdown.',
    body: importTermsRequest,
    bodyLimit: ownTextLimits.bytes,
    reply: termsReply,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
