import * as z from 'zod/mini'
import { fileNameProblem } from '#contract/file-name.ts'
import type { UploadFields } from '#contract/files.ts'
import { encryptionMethods, uploadFields } from '#contract/files.ts'
import { defaultExpiry, expiryOptions, fileSizeLimit, longestFreeExpiry } from '#contract/limits.ts'
import { Failure } from '../http/failure.ts'

/** What the sender asked for, after the account had its say. */
export type TransferOptions = {
  /** Milliseconds from the end of the upload. */
  lifetime: number
  password: string | undefined
  description: string | undefined
  deleteAfterDownload: boolean
}

/**
 * Judges the text fields of a form. Called when a file begins, with the fields so far, and again at the end:
 * fields may come after the bytes.
 * @throws Failure VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED, AUTHENTICATION_REQUIRED
 */
export function judgeOptions(raw: Readonly<Record<string, string>>): TransferOptions {
  const fields = readFields(raw)
  const method = encryptionMethods.find(({ value }) => value === (fields.encryptionMethod ?? 'aes-256-gcm'))
  if (method?.comingSoon) {
    throw new Failure('VALIDATION_ERROR', { details: `encryptionMethod: ${method.value} is coming soon` })
  }
  if (method?.signInRequired) {
    throw new Failure('AUTHENTICATION_REQUIRED', {
      message: 'Post-Quantum and RSA encryption require user authentication. Please sign in first.',
    })
  }
  const lifetime = expiryOptions.find(({ value }) => value === (fields.expiresIn ?? defaultExpiry))?.duration
  if (lifetime === undefined || lifetime > longestFreeExpiry || fields.proPlan === 'true') {
    throw new Failure('PRO_SUBSCRIPTION_REQUIRED')
  }
  return {
    lifetime,
    password: fields.password || undefined,
    description: fields.description?.trim() || undefined,
    deleteAfterDownload: fields.deleteAfterDownload === 'true',
  }
}

/** @throws Failure VALIDATION_ERROR saying what is wrong with the name */
export function judgeFileName(name: string): void {
  const problem = fileNameProblem(name)
  if (problem) throw new Failure('VALIDATION_ERROR', { message: `Invalid file. ${problem}` })
}

/** @throws Failure FILE_TOO_LARGE as soon as a file has more bytes than its sender may send */
export function judgeSize(size: number): void {
  if (size > fileSizeLimit.free) throw new Failure('FILE_TOO_LARGE')
}

function readFields(raw: Readonly<Record<string, string>>): UploadFields {
  const result = z.safeParse(uploadFields, raw)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.code === 'unrecognized_keys' ? 'form' : issue?.path.join('.')
  throw new Failure('VALIDATION_ERROR', { details: `${where}: ${issue?.message}` })
}
