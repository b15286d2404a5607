import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRecipients } from './add-recipients.ts'

test('addresses are taken from whatever was pasted, once each', () => {
  const text = 'a@example.org, B@example.org;\nInes Moreau <ines@example.fr>  c@example.org A@EXAMPLE.ORG'
  assert.deepEqual(addRecipients(['b@example.org'], text, 20), {
    list: ['b@example.org', 'a@example.org', 'ines@example.fr', 'c@example.org'],
    invalid: [],
    elsewhere: [],
    tooMany: false,
  })
})

test('what is no address is named, and the rest still added', () => {
  const { list, invalid } = addRecipients([], 'a@b, good@example.org, @, two@@example.org', 20)
  assert.deepEqual(list, ['good@example.org'])
  assert.deepEqual(invalid, ['a@b', '@', 'two@@example.org'])
})

test('words that are no address stay as they were typed', () => {
  assert.deepEqual(addRecipients([], 'not a mail', 20).invalid, ['not a mail'])
  const { list, invalid } = addRecipients([], 'a@example.org to be asked', 20)
  assert.deepEqual([list, invalid], [['a@example.org'], ['to be asked']])
})

test('no more than the service takes', () => {
  const { list, tooMany } = addRecipients(['a@example.org'], 'b@example.org c@example.org', 2)
  assert.deepEqual([list.length, tooMany], [2, true])
  assert.equal(addRecipients(['a@example.org'], 'a@example.org', 1).tooMany, false)
})

test('addresses at other domains than a rule allows are named, and not added', () => {
  const { list, elsewhere } = addRecipients([], 'a@example.org B@b.example.org c@EXAMPLE.ORG', 20, [
    'example.org',
  ])
  assert.deepEqual([list, elsewhere], [['a@example.org', 'c@EXAMPLE.ORG'], ['B@b.example.org']])
})
