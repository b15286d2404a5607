import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutAddress } from './written-address.ts'

test('an address is taken out of a text, in any case and with its domain in any letters', () => {
  for (const [text, rest] of [
    ['Write to jonas@größe.example.', 'Write to […].'],
    ['JONAS@GRÖSSE.EXAMPLE, jonas@xn--gre-6ka8i.example', 'JONAS@GRÖSSE.EXAMPLE, […]'],
    ['Jonas@GRÖßE.Example and <jonas@xn--gre-6ka8i.EXAMPLE>', '[…] and <[…]>'],
    ['mailto:jonas@größe.example?subject=a', 'mailto:[…]?subject=a'],
    ["'jonas@größe.example'", "'[…]'"],
    ['jonas@größe.example-', '[…]-'],
    ['jonas@größe.example@', '[…]@'],
    // Others.
    ['mara.jonas@größe.example', 'mara.jonas@größe.example'],
    ['xjonas@größe.example', 'xjonas@größe.example'],
    ['jonas@größe.example.org', 'jonas@größe.example.org'],
    ['jonas@grosse.example', 'jonas@grosse.example'],
    ['@ jonas', '@ jonas'],
  ] as const)
    assert.equal(withoutAddress(text, 'jonas@xn--gre-6ka8i.example'), rest)
  assert.equal(withoutAddress('a+b@c.example a@c.example', 'a+b@c.example'), '[…] a@c.example')
})

test('a text that was made to be slow is read in time', () => {
  const began = performance.now()
  for (const text of ['a@'.repeat(50_000), '.'.repeat(100_000), `${'!'.repeat(500)}@a.b `.repeat(200)])
    assert.equal(withoutAddress(text, 'jonas@example.org'), text)
  assert.ok(performance.now() - began < 5000)
})
