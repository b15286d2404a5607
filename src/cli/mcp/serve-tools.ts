import { McpServer, type RegisteredTool } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { cleanLine, printableLines } from '#contract/transfers/file-name.ts'
import { type Context, UsageError } from '../command.ts'
import { readKeys } from '../sign-in/saved-keys.ts'
import { openClient } from '../transfers/open-client.ts'
import { programVersion } from '../version.ts'
import { grantedScopes } from './granted-scopes.ts'
import type { Kind } from './kinds.ts'
import { type Ask, toolsOf } from './tools.ts'

/** Milliseconds that a person has to approve. */
const patience = 10 * 60_000

/**
 * Serves the tools that the saved key has the scopes for, until standard input ends.
 * @param folder whose files can be sent
 * @param allowed kinds of tools that work without approval where the other side can't ask
 * @throws UsageError without a saved key; ApiError
 */
export async function serveTools({
  service,
  folder,
  allowed,
  context,
}: {
  readonly service: string
  readonly folder: string
  readonly allowed: ReadonlySet<Kind>
  readonly context: Context
}): Promise<void> {
  const key = (await readKeys())[service]
  if (key === undefined) throw new UsageError('Sign in first: restante login.')
  const scopes = await grantedScopes(openClient(service, key))
  const server = new McpServer(
    { name: 'restante', version: programVersion() },
    {
      instructions: `Sends files by ${service} as links that expire. Files are taken from ${folder}.`,
      // Builds leave the SDK's own out: see scripts/vite/protocol-without-schemas.ts. Only whether a person accepts counts.
      jsonSchemaValidator: {
        getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not used' }),
      },
    },
  )
  const canAsk = () => {
    const asks = server.server.getClientCapabilities()?.elicitation
    return asks !== undefined && (asks.form !== undefined || asks.url === undefined)
  }

  /** @throws UsageError unless a person approves */
  function approval(kind: Kind, signal: AbortSignal): Ask {
    return async (message) => {
      if (!canAsk()) {
        if (allowed.has(kind)) return
        throw new UsageError('This needs approval, and your program can’t ask for it.')
      }
      const question = {
        mode: 'form' as const,
        message: cleanLine(message),
        requestedSchema: { type: 'object' as const, properties: {} },
      }
      const { action } = await server.server
        .request({ method: 'elicitation/create', params: question }, { timeout: patience, signal })
        .catch(() => ({ action: 'cancel' }))
      if (action !== 'accept') throw new UsageError('This was not approved. Nothing was done.')
    }
  }

  const approved: { readonly kind: Kind; readonly tool: RegisteredTool }[] = []
  for (const one of toolsOf({ service, folder, context })) {
    if (!one.scopes.every((scope) => scopes.has(scope))) continue
    const { name, title, description, kind, inputSchema } = one
    const annotations = {
      readOnlyHint: kind === undefined,
      destructiveHint: kind === 'change',
      openWorldHint: kind === 'send',
    }
    const tool = server.registerTool(
      name,
      { title, description, inputSchema, annotations },
      async (input, { mcpReq }) => {
        try {
          const ask = kind === undefined ? async () => {} : approval(kind, mcpReq.signal)
          return answer(await one.run(input, ask), false)
        } catch (error) {
          return answer(sentenceOf(error, context), true)
        }
      },
    )
    if (kind !== undefined && !allowed.has(kind)) {
      tool.disable()
      approved.push({ kind, tool })
    }
  }
  server.server.oninitialized = () => {
    if (canAsk()) for (const { tool } of approved) tool.enable()
  }
  const ended = Promise.withResolvers<void>()
  server.server.onclose = ended.resolve
  await server.connect(new StdioServerTransport())
  await ended.promise
}

function answer(text: string, isError: boolean) {
  return { content: [{ type: 'text' as const, text: printableLines(text) }], isError }
}

/** Sentence about an error, without a stack. */
function sentenceOf(error: unknown, context: Context): string {
  const { code, message } = context.describe(error)
  return code === 'INTERNAL_ERROR' && !(error instanceof Error && 'status' in error)
    ? 'Something went wrong in this program.'
    : message
}
