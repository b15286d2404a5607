import Uppy from '@uppy/core'
import Tus from '@uppy/tus'

/** Sends a file as a page with Uppy does, and gives the upload's address, or what it failed for. */
async function sendWithUppy(endpoint: string, name: string, text: string): Promise<string> {
  const uppy = new Uppy().use(Tus, { endpoint, retryDelays: [] })
  uppy.addFile({ name, type: 'text/plain', data: new Blob([text]) })
  const result = await uppy.upload()
  const [failed] = result?.failed ?? []
  return failed?.error ?? result?.successful?.[0]?.uploadURL ?? 'nothing was sent'
}

declare global {
  var uppyPage: { sendWithUppy: typeof sendWithUppy }
}
