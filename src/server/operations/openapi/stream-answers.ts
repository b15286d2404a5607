import type { RouteName } from '#contract/routes.ts'
import type { JsonSchema } from './json-schema.ts'

const bytes: JsonSchema = { type: 'string', format: 'binary' }
const text: JsonSchema = { type: 'string' }

/** Replies of calls without a reply schema: content types and their schemas. */
export const streamAnswers: Partial<Record<RouteName, Readonly<Record<string, JsonSchema>>>> = {
  putFile: { 'text/plain': text },
  uploadSteps: { 'text/event-stream': text },
  downloadFile: { 'application/octet-stream': bytes },
  memberFile: { 'application/octet-stream': bytes },
  memberPreview: { 'image/*': bytes, 'audio/*': bytes, 'video/*': bytes, 'text/plain': text },
  memberThumbnail: { 'image/webp': bytes },
  selectionFile: { 'application/octet-stream': bytes },
  requestArchiveFile: { 'application/octet-stream': bytes },
  transferReceipt: { 'text/plain': text },
  consentText: { 'text/plain': text },
  exportAccount: { 'application/json': { type: 'object' } },
  reportedContent: { 'application/octet-stream': bytes },
  transparency: { 'text/csv': text, 'application/json': { type: 'object' } },
  exportAuditLog: { 'text/csv': text, 'application/x-ndjson': text },
}

/** The calls that take a form, and which part of it holds the files. */
export const uploadForms: Partial<Record<RouteName, 'file' | 'files'>> = {
  upload: 'file',
  uploadMultiple: 'files',
  uploadStream: 'file',
  addTransferFile: 'file',
}

/** The calls that a browser makes by going there, and that send it on. */
export const redirects: ReadonlySet<RouteName> = new Set(['oidcStart', 'oidcCallback'])
