import { ask, command } from './ask.ts'
import { begun, progress, state } from './messages.ts'
import { fillOptions, readOptions } from './options-form.ts'
import { element, say, showText, tell } from './page.ts'
import { showSent } from './sent-list.ts'
import { originsOf, readService } from './service.ts'

/** The management page of an account: sign-in, options, and what was sent. */
const account = new URL(location.href).searchParams.get('accountId') ?? ''
/** Counts sign-ins, so that one that was given up asks no further. */
let signIn = 0

/** Seconds by which the questions get rarer when they come too soon (RFC 8628, section 3.5). */
const slowdown = 5

type Part = 'elsewhere' | 'connect' | 'waiting' | 'connected' | 'options'

function show(...parts: Part[]): void {
  for (const id of ['elsewhere', 'connect', 'waiting', 'connected', 'options'] as const)
    element(id).hidden = !parts.includes(id)
}

/** Shows what is kept, and what the service offers. */
async function refresh(): Promise<void> {
  const kept = await ask({ kind: 'look', account }, state)
  showSent(kept.sent, async (ref) => {
    await command({ kind: 'delete', account, ref })
    await refresh()
  })
  if (kept.service === null) return show(browser.permissions ? 'connect' : 'elsewhere')
  element('connected-to').textContent = say('connectedTo', new URL(kept.service).host)
  if (kept.trouble !== null) {
    tell({ trouble: kept.trouble })
    return show('connected', browser.permissions ? 'connect' : 'elsewhere')
  }
  fillOptions(kept)
  show('connected', 'options')
}

async function connect(typed: string): Promise<void> {
  const service = readService(typed)
  if (service === undefined) return tell({ trouble: say('errorAddress') })
  // Asked first: Thunderbird takes this question only from the click itself.
  const granted = await browser.permissions?.request({ origins: originsOf(service) })
  if (!granted) return tell({ trouble: say('errorPermission', new URL(service).host) })
  const { userCode, interval, expiresIn } = await ask({ kind: 'begin', account, service }, begun)
  signIn += 1
  element('code').textContent = userCode
  show('waiting')
  element('approve').focus()
  await waitForApproval(signIn, interval, performance.now() + expiresIn * 1000)
}

async function waitForApproval(number: number, interval: number, end: number): Promise<void> {
  for (let seconds = interval; performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    if (signIn !== number) return
    const { done, slower } = await ask({ kind: 'ask', account }, progress)
    if (slower) seconds += slowdown
    if (!done) continue
    await refresh()
    return tell({ status: say('connectedNow') })
  }
  throw new Error(say('errorExpiredCode'))
}

/** Does work, and tells what went wrong. */
function attempt(work: () => Promise<void>): void {
  tell({})
  work().catch((error: unknown) => tell({ trouble: error instanceof Error ? error.message : String(error) }))
}

function onSubmit(id: 'connect' | 'options', work: () => Promise<void>): void {
  element(id).addEventListener('submit', (event) => {
    event.preventDefault()
    attempt(work)
  })
}

function onClick(id: 'open' | 'approve' | 'cancel' | 'disconnect', work: () => Promise<void>): void {
  element(id).addEventListener('click', () => attempt(work))
}

showText()
onSubmit('connect', async () => {
  try {
    await connect(element('service', HTMLInputElement).value)
  } catch (error) {
    signIn += 1
    await refresh()
    throw error
  }
})
onSubmit('options', async () => {
  await command({ kind: 'save', account, ...readOptions() })
  await refresh()
  tell({ status: say('saved') })
})
onClick('open', () => command({ kind: 'open', account }))
onClick('approve', () => command({ kind: 'approve', account }))
onClick('cancel', async () => {
  signIn += 1
  await refresh()
})
onClick('disconnect', async () => {
  await command({ kind: 'disconnect', account })
  await refresh()
  tell({ status: say('disconnected') })
})
// The account that the settings have shown is no longer there, or none was added yet.
if (account === '' || account === 'none') tell({ trouble: say('errorAccount') })
else attempt(refresh)
