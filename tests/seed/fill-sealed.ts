import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import type { Person } from '../support/accounts/accounts.ts'
import type { TestServer } from '../support/server/server.ts'
import { seal, uploadSealed } from '../support/transfers/sealed/sealed-transfers.ts'

/** The pages as `npm run dev` serves them. */
const pages = 'http://localhost:5173'

type Sealing = Parameters<typeof seal>

/** A link with its key, which the service doesn't have; `about` says what it opens. */
type SealedLink = { readonly url: string; readonly about: string }

/** Sends sealed files, sealed files under a password, and a sealed text, as someone who is signed in. */
export async function fillSealed(server: TestServer, { token }: Person): Promise<SealedLink[]> {
  const headers = { authorization: `Bearer ${token}` }
  async function send(about: string, files: Sealing[0], said: Sealing[1], fields = {}): Promise<SealedLink> {
    const sealed = await seal(files, said)
    const { file } = await uploadSealed(server, sealed, { expiresIn: '1d', ...fields }, { headers })
    const fragment = await linkFragment(nodePrimitives, sealed.linkKey)
    return { url: `${pages}/download/${file.id}#${fragment}`, about }
  }
  const file = (path: string, words: string) => ({ path, bytes: Buffer.from(words), type: 'text/plain' })
  const files = [file('Berth list.txt', 'Berth 14: Ines'), file('plans/quay.txt', 'The quay is 300 m long.')]
  const said = { title: 'Handover', senderName: 'Ada', message: 'Tell me if a berth is missing.' }
  const text = 'Key box left of the gate: 4417'
  return [
    await send('sealed files, five downloads', files, said, { downloadLimit: '5' }),
    await send('sealed files under the password "sesame"', files, { ...said, password: 'sesame' }),
    await send('a sealed text', [], { text }),
  ]
}
