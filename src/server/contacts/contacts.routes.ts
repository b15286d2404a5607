import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Services } from '#server/platform/services.ts'
import { addContact, deleteContact, findContact, listContacts, updateContact } from './contacts.ts'

/** The calls of a person about their contacts. */
export function contactsRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.contacts, ({ caller, query }) => listContacts(services, caller.id, query))

  bindEndpoint(app, endpoints.addContact, async ({ caller, body }) => ({
    contact: await addContact(services, caller.id, body),
  }))

  bindEndpoint(app, endpoints.contact, async ({ caller, params }) => ({
    contact: await findContact(services, caller.id, params.id),
  }))

  bindEndpoint(app, endpoints.updateContact, async ({ caller, params, body }) => ({
    contact: await updateContact(services, caller.id, params.id, body),
  }))

  bindEndpoint(app, endpoints.deleteContact, async ({ caller, params }) => {
    await deleteContact(services, caller.id, params.id)
    return { message: 'Contact deleted.' }
  })
}
