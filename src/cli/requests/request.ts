import { parseArgs } from 'node:util'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { type Command, type Outcome, UsageError } from '../command.ts'
import { readDuration, readSize } from '../measures.ts'
import { readSecretFromInput } from '../sign-in/read-secret.ts'
import { type Session, signInHelp, signInOptions, withSession } from '../sign-in/with-session.ts'
import { expiryText } from '../transfers/expiry-text.ts'
import { serviceNow } from '../transfers/open-client.ts'
import { chooseService } from '../transfers/service-url.ts'
import { nextPageLines, pageSize } from './list-page.ts'

const options = {
  ...signInOptions,
  url: { type: 'string' },
  page: { type: 'string' },
  until: { type: 'string' },
  instructions: { type: 'string' },
  item: { type: 'string', multiple: true },
  uploads: { type: 'string' },
  total: { type: 'string' },
  types: { type: 'string' },
  'keep-for': { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'ask-name': { type: 'boolean' },
  'ask-email': { type: 'boolean' },
  'ask-code': { type: 'boolean' },
  lock: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parse>['values']

function parse(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options })
}

export const request: Command = {
  help: `Usage: restante request create TITLE --until TIME [options] [--json]
       restante request list [options] [--json]
       restante request close REQUEST [options] [--json]

Asks others for files. Anyone with the link can send you files without an account, in
a browser or with restante upload --request. Only you see the files.

  --url URL                      the service, such as https://files.example.eu;
                                 by default the one you are signed in to
  --page NUMBER                  page of the list, 100 requests each
  --until TIME                   how long it stays open: 12h, 7d, 90d
  --instructions TEXT            shown under the title
  --item TEXT                    checklist item; can be repeated
  --uploads NUMBER               maximum number of uploads
  --total SIZE                   maximum size of all uploads together, such as 500MB or
                                 5GB; by default half of your remaining storage
  --types TYPES                  documents, pictures, or extensions such as pdf,jpg
  --keep-for TIME                how long files are kept, such as 7d
  --password-stdin               protect with a password read from standard input
  --ask-name, --ask-email        require visitors to enter these
  --ask-code                     confirm visitors' email addresses with a code
  --lock                         encrypt files to your key pair
${signInHelp}

Examples:
  restante request create "Tax documents" --until 30d --lock --ask-name
  restante request close https://files.example.eu/r/NmfH8BprLH1cbQvS0TEWPA`,
  async run(args) {
    const { values, positionals } = parse(args)
    const [verb, subject, ...rest] = positionals
    if (rest.length > 0) throw new UsageError('Too many arguments: put the title in quotes.')
    if (verb === 'create') return create(subject, values)
    if (verb === 'list' && subject === undefined) return list(values)
    if (verb === 'close') return close(subject, values)
    throw new UsageError('Use restante request create, list or close.')
  },
}

async function create(title: string | undefined, values: Values): Promise<Outcome> {
  if (title === undefined || title.trim() === '') throw new UsageError('A title is required.')
  if (values.until === undefined) throw new UsageError('--until is required, such as --until 7d.')
  const openFor = readDuration(values.until, '--until')
  if (values['keep-for'] !== undefined) readDuration(values['keep-for'], '--keep-for')
  const uploadsLimit = values.uploads === undefined ? null : Number(values.uploads)
  const { uploads: most } = requestLimits
  if (uploadsLimit !== null && !(uploadsLimit >= 1 && uploadsLimit <= most && Number.isInteger(uploadsLimit)))
    throw new UsageError(`--uploads is a whole number from 1 to ${most}.`)
  const body = {
    title,
    uploadsLimit,
    instructions: values.instructions ?? null,
    checklist: values.item ?? [],
    types: typesOf(values.types),
    password: values['password-stdin'] ? await readSecretFromInput() : null,
    asks: {
      name: values['ask-name'] ?? false,
      email: values['ask-email'] ?? false,
      code: values['ask-code'] ?? false,
    },
    lock: values.lock ? ('key' as const) : ('none' as const),
    ...(values.total === undefined ? {} : { bytesLimit: readSize(values.total, '--total') }),
    ...(values['keep-for'] === undefined ? {} : { keepFor: values['keep-for'] }),
  }
  const reply = await signedIn(values, async ({ client }) => {
    // Sets the clock of serviceNow.
    await client.call('config')
    const until = new Date(serviceNow() + openFor).toISOString()
    return client.call('createRequest', { body: { ...body, until } })
  })
  return { text: `${reply.request.url}\n${endOf(reply.request)}`, data: { request: reply.request } }
}

async function list(values: Values): Promise<Outcome> {
  const { page = '1' } = values
  const { requests, total } = await signedIn(values, ({ client }) =>
    client.call('requests', { query: { page, pageSize } }),
  )
  const lines = requests.map((one) => {
    const expected = one.uploadsLimit === null ? '' : ` of ${one.uploadsLimit}`
    return `${one.title}\n  ${one.url}\n  ${endOf(one)}, uploads: ${one.arrived}${expected}`
  })
  return {
    text:
      total === 0
        ? 'You have no requests.'
        : [...lines, ...nextPageLines(page, total)].join('\n') || 'No requests on this page.',
    data: { requests, total },
  }
}

async function close(subject: string | undefined, values: Values): Promise<Outcome> {
  const [, origin, id] = /^(?:(https?:\/\/[^/]+)\/r\/)?([A-Za-z0-9_-]{22})\/?$/.exec(subject ?? '') ?? []
  if (id === undefined)
    throw new UsageError('Not a valid request. Example: https://files.example.eu/r/NmfH8BprLH1cbQvS0TEWPA')
  const at = origin === undefined ? values : { ...values, url: origin }
  const reply = await signedIn(at, ({ client }) => client.call('closeRequest', { params: { id } }))
  return { text: 'The request is closed.', data: { request: reply.request } }
}

async function signedIn<Result>(
  values: Values,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  return withSession(await chooseService(values.url), values, (session) => {
    if (session.token === undefined) throw new UsageError('Sign in with --sign-in, or with restante login.')
    return work(session)
  })
}

function typesOf(text: string | undefined): 'any' | 'documents' | 'pictures' | string[] {
  if (text === undefined || text === 'any') return 'any'
  if (text === 'documents' || text === 'pictures') return text
  const types = text.split(',').map((type) => type.trim().replace(/^\./, '').toLowerCase())
  if (!types.every((type) => /^[a-z0-9]{1,16}$/.test(type)))
    throw new UsageError('--types is documents, pictures, or extensions such as pdf,jpg.')
  return types
}

function endOf({ state, until, closedAt }: OwnRequest): string {
  if (state === 'ended') return `ended on ${(closedAt ?? until).slice(0, 10)}`
  return `${state}, ends ${expiryText(until, serviceNow())}`
}
