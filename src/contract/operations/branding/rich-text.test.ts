import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions } from './own-text-limits.ts'
import { findUnsafeLink, parseRichText } from './rich-text.ts'

test('paragraphs, lists, bold and links are read, everything else is text', () => {
  const text =
    'You **must [read](https://a.example/) it**.\nGo on.\n\nList:\n- one\n- <b>two</b>\n\n1. first\n2. [mail](mailto:a@b.example)'
  assert.deepEqual(parseRichText(text), [
    {
      kind: 'paragraph',
      lines: [
        [
          { kind: 'text', text: 'You ' },
          {
            kind: 'bold',
            parts: [
              { kind: 'text', text: 'must ' },
              { kind: 'link', text: 'read', address: 'https://a.example/' },
              { kind: 'text', text: ' it' },
            ],
          },
          { kind: 'text', text: '.\nGo on.' },
        ],
      ],
    },
    { kind: 'paragraph', lines: [[{ kind: 'text', text: 'List:' }]] },
    { kind: 'list', lines: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: '<b>two</b>' }]] },
    {
      kind: 'numbers',
      lines: [
        [{ kind: 'text', text: 'first' }],
        [{ kind: 'link', text: 'mail', address: 'mailto:a@b.example' }],
      ],
    },
  ])
})

test('addresses of other schemes are found, and never become links', () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.example/',
    '//a.example',
    'https://xn--a.example/',
  ]) {
    const text = `See [this](${address}).`
    assert.ok(findUnsafeLink(text), address)
    assert.deepEqual(
      parseRichText(text)[0]?.lines[0]?.map(({ kind }) => kind),
      ['text'],
    )
  }
  assert.equal(findUnsafeLink('See [this](https://a.example/) (and that).'), undefined)
  assert.equal(findUnsafeLink('[a](https://a.example/) [b]( javascript:x )'), 'javascript:x')
})

test('hostile texts are read within a moment', () => {
  const started = performance.now()
  for (const part of ['[', '**', '[a](', '](', '](  ', '](\t', '- ', '**a', '\n\n', ' ']) {
    const text = `](${part.repeat(200_000 / part.length)}`
    parseRichText(text)
    findUnsafeLink(text)
  }
  assert.ok(performance.now() - started < 5_000)
})

test('versions are ordered by their numbers', () => {
  const sorted = ['10', '2.1', '3', '2.10', '2'].toSorted(compareVersions)
  assert.deepEqual(sorted, ['2', '2.1', '2.10', '3', '10'])
})
