import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { announcements, uploadFields } from '#contract/transfers/files.ts'
import { fieldsOf, findLeakedPassword, startOptions } from './transfer-options.ts'

const start = startOptions({ defaultExpiry: '3h' })

test('untouched options send what counts anyway, and nothing empty', () => {
  assert.deepEqual(fieldsOf(start), [
    ['expiresIn', '3h'],
    ['encryptionMethod', 'aes-256-gcm'],
  ])
})

test('every option is a field that the contract knows', () => {
  const chosen = {
    ...start,
    expiresIn: '7d',
    proPlan: true,
    password: 'open sesame',
    description: 'Hi',
    deleteAfterDownload: true,
    title: ' Handover ',
    byEmail: true,
    recipients: ['a@example.org', 'b@example.org'],
    emailMessage: ' Look ',
    senderName: 'Ines',
  }
  const { emails, timeZone, ...fields } = z.parse(uploadFields, Object.fromEntries(fieldsOf(chosen)))
  assert.deepEqual(fields, {
    expiresIn: '7d',
    proPlan: 'true',
    encryptionMethod: 'aes-256-gcm',
    password: 'open sesame',
    description: 'Hi',
    deleteAfterDownload: 'true',
    title: 'Handover',
    senderName: 'Ines',
  })
  assert.equal(timeZone, new Intl.DateTimeFormat().resolvedOptions().timeZone)
  assert.deepEqual(z.parse(announcements, JSON.parse(emails ?? '')), [
    { email: 'a@example.org', language: 'en', message: 'Look' },
    { email: 'b@example.org', language: 'en', message: 'Look' },
  ])
  assert.equal(new Map(fieldsOf({ ...chosen, byEmail: false })).has('emails'), false)
})

test('a password in a text that the receiver reads is noticed', () => {
  const locked = { ...start, password: 'Tulip-92' }
  assert.equal(findLeakedPassword(locked), undefined)
  assert.equal(findLeakedPassword({ ...locked, description: 'It is tulip-92.' }), 'description')
  const mailed = { ...locked, byEmail: true, emailMessage: 'pass: Tulip-92' }
  assert.equal(findLeakedPassword(mailed), undefined)
  assert.equal(findLeakedPassword({ ...mailed, recipients: ['a@example.org'] }), 'emailMessage')
  assert.equal(findLeakedPassword({ ...start, password: 'is', description: 'This is it' }), undefined)
})
