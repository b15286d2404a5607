import type { Person } from '../support/accounts/accounts.ts'
import { makeRequest, received, visit } from '../support/requests/visitors.ts'
import type { TestServer } from '../support/server/server.ts'

const DAY = 24 * 60 * 60_000

/** Makes a request to which visitors have sent, one that is closed, and one with a password that waits. */
export async function fillRequests(server: TestServer, person: Person): Promise<void> {
  const until = new Date(server.clock.now() + 7 * DAY).toISOString()
  const answered = await makeRequest(server, person, {
    title: 'Photos of the party',
    until,
    asks: { name: true, email: false, code: false },
  })
  for (const [name, file] of [
    ['Charles', 'cake.txt'],
    ['Mary', 'dance.txt'],
  ] as const) {
    const visitor = await visit(server, answered.id, { name })
    const files = { [file]: Buffer.from(`${file} of ${name}`) }
    await received(server, visitor, { files })
  }
  const closed = await makeRequest(server, person, { title: 'Receipts of last year', until })
  await received(server, await visit(server, closed.id), { files: { 'receipts.txt': Buffer.from('12.50') } })
  await person.client.call('closeRequest', { params: { id: closed.id } })
  await makeRequest(server, person, { title: 'Applications', until, password: 'sesame' })
}
