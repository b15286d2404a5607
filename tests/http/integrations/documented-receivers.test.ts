import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { signUp } from '#tests/support/accounts/accounts.ts'
import {
  forReceivers,
  makeWebhook,
  type Received,
  settled,
  startReceiver,
} from '#tests/support/calls/webhook-receiver.ts'
import { startServer } from '#tests/support/server/server.ts'

/** A receiver as docs/integrations.md writes it. */
function documented(language: 'python' | 'js'): string {
  const text = readFileSync('docs/integrations.md', 'utf8')
  const [, code] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text) ?? []
  assert.ok(code)
  return code
}

const inPython = `
import json, sys
call = json.load(sys.stdin)
print(json.dumps([verify(call["secret"], call["headers"], body.encode()) for body in call["bodies"]]))
`

/** Has both documented receivers look at a call with its own body and with another one. */
async function verdicts({ headers, body }: Received, secret: string): Promise<Record<string, boolean[]>> {
  const bodies = [body, `${body} `]
  const python = execFileSync('python3', ['-c', documented('python') + inPython], {
    input: JSON.stringify({ secret, headers, bodies }),
    encoding: 'utf8',
  })
  const { verify } = await import(`data:text/javascript,${encodeURIComponent(documented('js'))}`)
  return {
    python: JSON.parse(python),
    javascript: bodies.map((one) => verify(secret, headers, one)),
  }
}

test('a stranger verifies calls with the lines of the documents', async () => {
  await using receiver = await startReceiver()
  await using server = await startServer({ environment: forReceivers })
  const ada = await signUp(server)
  const { webhook, secret } = await makeWebhook(ada, receiver.url)
  const params = { id: webhook.id }
  await ada.client.call('testWebhook', { params })
  await settled(ada, webhook.id)
  const rotated = await ada.client.call('rotateWebhookSecret', { params })
  await ada.client.call('testWebhook', { params })
  await settled(ada, webhook.id)
  const [first, second] = receiver.calls
  assert.ok(first && second)
  const both = { python: [true, false], javascript: [true, false] }
  assert.deepEqual(await verdicts(first, secret), both)
  assert.deepEqual(await verdicts(second, secret), both)
  assert.deepEqual(await verdicts(second, rotated.secret), both)
  assert.deepEqual(await verdicts(first, rotated.secret), {
    python: [false, false],
    javascript: [false, false],
  })
})
