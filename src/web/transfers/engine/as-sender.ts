import { ApiError } from '#client/api-error.ts'
import type { UploadAnswer } from '#client/upload-form.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { freshToken } from '../../accounts/fresh-token.ts'

/** The headers that begin an upload. @throws ApiError AUTHENTICATION_REQUIRED where the session of the account is gone */
export async function headersOfSender(asAccount: boolean): Promise<Record<string, string>> {
  if (!asAccount) return {}
  const token = await freshToken()
  if (token === undefined) throw signedOut()
  return { authorization: `Bearer ${token}` }
}

function signedOut(): ApiError {
  const message = 'You have signed out. Please sign in again.'
  return new ApiError({ status: 401, code: 'AUTHENTICATION_REQUIRED', message })
}

/** The reply to someone who sends for themselves. */
export function ownReply(answer: UploadAnswer): UploadReply {
  if ('file' in answer) return answer
  throw new Error('the upload went to a file request')
}
