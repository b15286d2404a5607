import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives } from '../drivers/node.ts'
import { LinkKeyDamaged, linkFragment, readLinkKey, splitLink, writeLinkKey } from './link-key.ts'

const key = nodePrimitives.random(32)
const link = 'https://files.example/download/gIGCg4SFhoeIiYqLjI2Ojw'
const read = (text: string) => readLinkKey(nodePrimitives, text)

test('a key is read alone, as a fragment, and from a whole link, however a mail filter wrote it', async () => {
  const written = await writeLinkKey(nodePrimitives, key)
  assert.equal(written.length, 47)
  assert.equal(await linkFragment(nodePrimitives, key), `k=${written}`)
  for (const text of [
    written,
    ` ${written}\n`,
    `${written.slice(0, 20)}\r\n ${written.slice(20)}`,
    `k=${written}`,
    `#k=${written}`,
    `${link}#k=${written}`,
  ])
    assert.deepEqual(await read(text), key, text)
  assert.deepEqual(await read(`${link}%23k=${written}`), key)
  assert.deepEqual(splitLink(`${link}%23k=${written}`), { link, key: written })
  assert.deepEqual(splitLink(link), { link, key: undefined })
})

test('a mistyped or cut key is refused, and so are the four last characters that mean the same', async () => {
  const written = await writeLinkKey(nodePrimitives, key)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let at = 0; at < written.length; at += 1) {
    const other = alphabet[(alphabet.indexOf(written[at] ?? '') + 1) % 64]
    await assert.rejects(read(written.slice(0, at) + other + written.slice(at + 1)), LinkKeyDamaged)
    await assert.rejects(read(written.slice(0, at)), LinkKeyDamaged)
  }
  const last = alphabet.indexOf(written[46] ?? '')
  assert.equal(last % 4, 0)
  for (const spare of [1, 2, 3])
    await assert.rejects(read(written.slice(0, 46) + alphabet[last + spare]), LinkKeyDamaged)
  const reasons = { [link]: 'missing', [`${link}#k=`]: 'incomplete', [`${written}.`]: 'too-long' }
  for (const [text, reason] of Object.entries(reasons)) await assert.rejects(read(text), { reason })
  for (const text of ['', `${written}A`, written.replace(/./, '+'), `${written.slice(0, 46)}=`])
    await assert.rejects(read(text), LinkKeyDamaged)
})
