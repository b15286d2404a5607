import { routes } from '#contract/routes.ts'
import { type UploadStep, uploadSteps } from '#contract/transfers/upload-steps.ts'
import { addressOf } from './address-of.ts'

/** Secret chosen by a sender to follow the steps of one upload: 128 random bits in base64url. */
export function newStepsToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/**
 * Listens to what the server is at with an upload, until that is done, has failed, or the returned function is called.
 * When the server cannot be heard nothing is told: an upload goes on without. Browsers only.
 * @param onLink called with the link of a form, once it can be given out
 * @param baseUrl the origin that the upload goes to, without a trailing slash; empty for the page's own
 */
export function followSteps(
  baseUrl: string,
  token: string,
  onStep: (step: UploadStep) => void,
  onLink: (downloadUrl: string) => void,
): () => void {
  const source = new EventSource(addressOf(baseUrl, routes.uploadSteps, { params: { token } }))
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const said = readMember(data, 'step')
    const step = uploadSteps.find((known) => known === said)
    if (step) onStep(step)
    if (step === 'done' || step === 'failed') source.close()
  }
  source.addEventListener('link', ({ data }: MessageEvent<string>) => {
    const link = readMember(data, 'downloadUrl')
    if (typeof link === 'string') onLink(link)
  })
  return () => source.close()
}

function readMember(data: string, name: 'step' | 'downloadUrl'): unknown {
  try {
    return Reflect.get(JSON.parse(data), name)
  } catch {
    return undefined
  }
}
