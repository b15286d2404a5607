import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html.ts'

test('what is put into a template is text, in an element and in an attribute', () => {
  const nasty = `<script>alert("1" + '2') && x</script>`
  const escaped = '&lt;script&gt;alert(&quot;1&quot; + &#39;2&#39;) &amp;&amp; x&lt;/script&gt;'
  assert.equal(html`<p title="${nasty}">${nasty}</p>`.markup, `<p title="${escaped}">${escaped}</p>`)
})

test('HTML within HTML stays, alone and in a list; undefined leaves nothing', () => {
  const items = ['a<', 'b'].map((item) => html`<li>${item}</li>`)
  assert.equal(
    html`<ul>${items}</ul>${undefined}${html`<br />`}${1}`.markup,
    '<ul><li>a&lt;</li><li>b</li></ul><br />1',
  )
})

test('an entity that someone typed is shown as typed', () => {
  assert.equal(html`${'&lt;'}`.markup, '&amp;lt;')
})
