import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestLimits } from '#contract/requests/request-limits.ts'
import { createVisitTicket } from './visit-ticket.ts'

const HOUR = 60 * 60_000

test('a ticket is held for its hours, however far the clock of this device is from that of the server', async (t) => {
  for (const ahead of [-24, 0, 24]) {
    const now = Date.parse('2030-01-01T12:00:00Z')
    t.mock.timers.enable({ apis: ['Date'], now: now + ahead * HOUR })
    const until = new Date(now + requestLimits.ticketHours * HOUR).toISOString()
    const reply = { success: true, ticket: 'a ticket', visitorToken: 'a token', until }
    t.mock.method(globalThis, 'fetch', async () => Response.json(reply, { status: 201 }))
    const ticket = createVisitTicket('NmfH8BprLH1cbQvS0TEWPA')
    assert.equal(ticket.isHeld(), false)
    await ticket.take({})
    assert.equal(ticket.isHeld(), true, `${ahead} hours ahead`)
    assert.equal(ticket.read(), 'a ticket')
    t.mock.timers.tick(requestLimits.ticketHours * HOUR)
    assert.equal(ticket.isHeld(), false)
    assert.throws(() => ticket.read(), { code: 'INVALID_REQUEST_TICKET' })
    t.mock.timers.reset()
    t.mock.restoreAll()
  }
})
