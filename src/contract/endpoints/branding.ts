import * as z from 'zod/mini'
import { brand, identity, pictureRoles, pictures } from '../operations/branding/identity.ts'
import { type RouteName, routes } from '../routes.ts'
import { type Endpoint, success } from './endpoint.ts'

const identityReply = z.object({ success, identity, pictures })

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
} as const satisfies Partial<Record<RouteName, Endpoint>>
