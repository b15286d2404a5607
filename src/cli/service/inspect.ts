import { open, stat } from 'node:fs/promises'
import { type BlobFacts, blobFrontLength, inspectBlob, NotABlob } from '#crypto/content/inspect-blob.ts'
import { type Command, exitCodes, type Outcome, UsageError } from '../command.ts'
import { inspectTransfer } from './inspect-transfer.ts'
import { withServices } from './with-services.ts'

export const inspect: Command = {
  help: `Usage: restante inspect ID | PATH [--json]

Shows what is stored unencrypted: for a blob on disk, its header; for a transfer, its
state, its links, its blobs and the types of its key slots. It never shows keys, names
or messages, and inspecting a blob needs no master key.

  ID     the 22 characters at the end of a download link, or a transfer's reference
         from the admin area or a log
  PATH   path of a blob

Only the length and the header of each blob are checked; restante scrub also checks the
content.

Exit code 4 means that something is damaged or missing.

Examples:
  restante inspect NmfH8BprLH1cbQvS0TEWPA
  restante inspect /var/lib/restante/blobs/stored/61/6161616161616161
  restante inspect NmfH8BprLH1cbQvS0TEWPA --json | jq .slots`,
  async run(args) {
    // The command has no options, so an argument with a leading dash is a path or an ID.
    const [what, ...rest] = args[0] === '--' ? args.slice(1) : args
    if (what === undefined || rest.length > 0) throw new UsageError('Exactly one ID or path is required.')
    const isFile = await stat(what).then(
      (found) => found.isFile(),
      () => false,
    )
    if (isFile) return blobOutcome(what)
    if (!/^[A-Za-z0-9_-]{22}$/.test(what)) throw new UsageError(`${what} is neither a file nor an ID.`)
    return withServices((services) => inspectTransfer(services, what))
  },
}

async function blobOutcome(path: string): Promise<Outcome> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(blobFrontLength), 0, blobFrontLength, 0)
    const facts = inspectBlob(buffer.subarray(0, bytesRead), size)
    return { text: factsText(facts, size), data: { blob: { length: size, ...facts } } }
  } catch (error) {
    if (!(error instanceof NotABlob)) throw error
    return {
      text: `${path} is not a complete blob. ${error.message}`,
      data: { blob: null, reason: error.message },
      exitCode: exitCodes.damaged,
    }
  } finally {
    await file.close()
  }
}

function factsText(facts: BlobFacts, length: number): string {
  return [
    `blob id     ${facts.blobId}`,
    `version     ${facts.version}`,
    `suite       ${facts.suite}`,
    `length      ${length} bytes`,
    `content     ${facts.plainLength} bytes in ${facts.chunks} chunks`,
    `salt        ${facts.salt}`,
    `commitment  ${facts.commitment}`,
  ].join('\n')
}
