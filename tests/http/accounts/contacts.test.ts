import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxContacts } from '#contract/accounts/contact-limits.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import { type Person, sendJson, signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const ines = {
  name: 'Ines Moreau',
  email: 'ines@example.eu',
  phone: '+33 1 23 45 67 89',
  company: 'Atelier Ω',
}
const notFound = { code: 'CONTACT_NOT_FOUND', status: 404 }

async function add({ client }: Person, contact: { name: string; email?: string }) {
  return (await client.call('addContact', { body: { email: 'a@example.org', ...contact } })).contact
}

async function search({ client }: Person, words: string): Promise<string[]> {
  const { contacts } = await client.call('contacts', { query: { search: words } })
  return contacts.map(({ name }) => name)
}

forEachDatabase('contacts', ({ engine, place }) => {
  test('are written down, read, changed and deleted', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    const { contact } = await client.call('addContact', { body: ines })
    assert.deepEqual(contact, { ...ines, id: contact.id, createdAt: contact.createdAt })
    const params = { id: contact.id }
    assert.deepEqual((await client.call('contact', { params })).contact, contact)
    assert.deepEqual(await client.call('contacts', { query: {} }), {
      success: true,
      contacts: [contact],
      total: 1,
      page: 1,
      pageSize: 20,
    })

    const body = { name: '  Inès Moreau ', email: 'im@example.eu', phone: '', company: null }
    const changed = (await client.call('updateContact', { params, body })).contact
    assert.deepEqual(changed, {
      ...contact,
      name: 'Inès Moreau',
      email: 'im@example.eu',
      phone: null,
      company: null,
    })
    assert.deepEqual((await client.call('contact', { params })).contact, changed)

    await client.call('deleteContact', { params })
    await assert.rejects(client.call('contact', { params }), notFound)
    await assert.rejects(client.call('updateContact', { params, body: ines }), notFound)
    await assert.rejects(client.call('deleteContact', { params }), notFound)
    assert.equal((await client.call('contacts', { query: {} })).total, 0)
  })

  test('of someone else are not there', async () => {
    await using server = await startServer(await place())
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const { id } = await add(ada, { name: 'Ines' })
    const params = { id }
    await assert.rejects(bob.client.call('contact', { params }), notFound)
    await assert.rejects(bob.client.call('updateContact', { params, body: ines }), notFound)
    await assert.rejects(bob.client.call('deleteContact', { params }), notFound)
    assert.deepEqual(await search(bob, ''), [])
    assert.deepEqual(await search(bob, 'ines'), [])
    assert.deepEqual(await search(ada, ''), ['Ines'])
    for (const path of ['/contacts', `/contacts/${id}`]) {
      assert.equal(await codeOf(await fetch(`${server.baseUrl}/api${path}`), 401), 'AUTHENTICATION_REQUIRED')
    }
    const response = await fetch(`${server.baseUrl}/api/contacts/1`, {
      headers: { authorization: `Bearer ${bob.token}` },
    })
    assert.equal(await codeOf(response, 404), 'CONTACT_NOT_FOUND')
  })

  test('are found by name, address, company and phone, in any case and without accents', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await ada.client.call('addContact', { body: ines })
    for (const name of ['Jürgen Groß', 'Οδυσσέας Ελύτης', 'Łukasz 100%', 'under_score'])
      await add(ada, { name })
    const hits: Record<string, string[]> = {
      'JÜRGEN GROSS': ['Jürgen Groß'],
      jurgen: ['Jürgen Groß'],
      ΟΔΥΣΣΕΑΣ: ['Οδυσσέας Ελύτης'],
      ελυτης: ['Οδυσσέας Ελύτης'],
      'INES@EXAMPLE': ['Ines Moreau'],
      'atelier ω': ['Ines Moreau'],
      '23 45': ['Ines Moreau'],
      '100%': ['Łukasz 100%'],
      '%': ['Łukasz 100%'],
      _: ['under_score'],
      '\\': [],
      "'": [],
      'moreau ines': [],
    }
    for (const [words, names] of Object.entries(hits))
      assert.deepEqual(await search(ada, words), names, words)
  })

  test('come in pages, by name', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    for (const name of ['delta', 'Alpha', 'charlie', 'Bravo', 'échelon']) await add(ada, { name })
    const names: string[] = []
    for (const page of [1, 2, 3]) {
      const reply = await ada.client.call('contacts', { query: { page, pageSize: 2 } })
      assert.deepEqual([reply.total, reply.page, reply.pageSize], [5, page, 2])
      names.push(...reply.contacts.map(({ name }) => name))
    }
    assert.deepEqual(names, ['Alpha', 'Bravo', 'charlie', 'delta', 'échelon'])
  })

  test('are so many at most', async () => {
    const at = await place()
    await using server = await startServer(at)
    const ada = await signUp(server)
    const now = server.clock.now()
    const rows = Array.from({ length: maxContacts - 1 }, (_, index) => ({
      id: `contact-${index}`.padEnd(22, '-'),
      user_id: ada.user.id,
      name: `Number ${index}`,
      name_folded: foldForSearch(`Number ${index}`),
      email: 'a@example.org',
      phone: null,
      company: null,
      search_text: `number ${index}`,
      created_at: now,
    }))
    for (let from = 0; from < rows.length; from += 500)
      await server.services.database
        .insertInto('contacts')
        .values(rows.slice(from, from + 500))
        .execute()
    if (engine === 'postgres') {
      const both = () => add(ada, { name: 'one of two' })
      assert.deepEqual(await meet(at, 'contacts', both, () => [both()]), ['TOO_MANY_CONTACTS'])
      const { contacts } = await ada.client.call('contacts', { query: { search: 'one of two' } })
      for (const { id } of contacts) await ada.client.call('deleteContact', { params: { id } })
    }
    const { id } = await add(ada, { name: 'the last' })
    await assert.rejects(add(ada, { name: 'one more' }), { code: 'TOO_MANY_CONTACTS', status: 409 })
    assert.deepEqual(await search(ada, 'one more'), [])
    await ada.client.call('deleteContact', { params: { id } })
    await add(ada, { name: 'one more' })
  })

  test('get a file by mail, a hundred in an hour of one person', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const { email } = await add(ada, { name: 'Ines', email: 'ines@example.eu' })
    const file = await uploadAs(server, ada.token, 'plans.txt')
    const body = {
      recipientEmail: email,
      downloadLink: file.downloadUrl,
      customMessage: 'Have a look.',
      senderName: 'Ada',
    }
    await ada.client.call('sendEmail', { body })
    for (let other = 1; other < 100; other += 1)
      await ada.client.call('sendEmail', { body: { ...body, recipientEmail: `friend-${other}@example.eu` } })
    await assert.rejects(ada.client.call('sendEmail', { body }), { code: 'RATE_LIMITED', status: 429 })
    await bob.client.call('sendEmail', { body })
    const mails = await mailsTo(server, email)
    assert.equal(mails.length, 2)
    assert.equal(mails[0]?.subject, '“Ada” sent you a file: plans.txt')
    server.clock.advance(HOUR / 100)
    await ada.client.call('sendEmail', { body })
  })
})

const refused: Record<string, object> = {
  'no name': { ...ines, name: ' ' },
  'no address': { name: 'Ines' },
  'an address that is none': { ...ines, email: 'ines@' },
  'two addresses': { ...ines, email: 'a@example.org, b@example.org' },
  'a long name': { ...ines, name: 'x'.repeat(101) },
  'a line break': { ...ines, name: 'Ines\nBcc: b@example.org' },
  'nothing that a database can keep': { ...ines, company: 'a\0b' },
  'a long phone number': { ...ines, phone: '1'.repeat(41) },
  'a number for a name': { ...ines, name: 7 },
}
test('contacts that will not do are refused', async () => {
  await using server = await startServer()
  const { token, client } = await signUp(server)
  for (const [what, body] of Object.entries(refused)) {
    const response = await sendJson(server, 'POST', '/contacts', body, token)
    assert.equal(await codeOf(response, 400), 'BAD_REQUEST', what)
  }
  assert.equal((await client.call('contacts', { query: {} })).total, 0)
})

test('contacts take nothing that is not asked for', async () => {
  await using server = await startServer()
  const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
  const wishes = { ...ines, id: 'mine', user_id: bob.user.id, userId: bob.user.id, createdAt: 0 }
  const { contact } = await ada.client.call('addContact', { body: wishes })
  assert.notEqual(contact.id, 'mine')
  assert.deepEqual(await search(bob, ''), [])
})
