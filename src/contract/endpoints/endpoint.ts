import * as z from 'zod/mini'
import { type ErrorCode, errors } from '../errors.ts'
import type { Route } from '../routes.ts'

/** A call: its route, and a description of everything that goes in and out. */
export type Endpoint = Route &
  Input &
  Output & {
    /** One sentence for authors of programs. */
    readonly summary: string
    readonly params?: z.ZodMiniType
    readonly query?: z.ZodMiniType
    /** Request headers that this call reads beside the bearer, as headers.ts names them. */
    readonly headers?: readonly string[]
    /** Bytes of a JSON body at most; 64 KiB by default. */
    readonly bodyLimit?: number
    /** Status of a success; 200 by default. */
    readonly status?: 200 | 201 | 303
    /** Failure for a param that cannot exist, such as a malformed id; FILE_NOT_FOUND by default. */
    readonly notFound?: ErrorCode
  }

/** Body of a request: JSON, a form, a file, or none. */
type Input =
  | { readonly body?: z.ZodMiniType; readonly form?: undefined; readonly file?: undefined }
  | { readonly form: UploadForm; readonly body?: undefined; readonly file?: undefined }
  | { readonly file: true; readonly body?: undefined; readonly form?: undefined }

/** A multipart form. */
export type UploadForm = {
  readonly fields: z.ZodMiniObject
  /** Name of the part with the content; `files` may be repeated. Each of several parts may be left out. */
  readonly part: 'file' | 'files' | readonly string[]
}

/** Body of a success: JSON, a stream, or none where a browser is redirected. */
type Output =
  | {
      readonly reply: z.ZodMiniType
      /** JSON of a success in place of `reply` for the visitor of a file request. */
      readonly visitorReply?: z.ZodMiniType
      readonly stream?: undefined
    }
  | { readonly stream: Stream; readonly reply?: undefined; readonly visitorReply?: undefined }
  | {
      readonly status: 303
      readonly reply?: undefined
      readonly visitorReply?: undefined
      readonly stream?: undefined
    }

/** Media types of an answer that the route writes itself. */
export type Stream = Readonly<Record<string, 'bytes' | 'text' | 'object'>>

/** JSON of a success, for every kind of caller; undefined where the answer has no schema. */
export function replySchemaOf({ reply, visitorReply }: Endpoint): z.ZodMiniType | undefined {
  return reply && visitorReply ? z.union([reply, visitorReply]) : reply
}

export const success = z.literal(true)
/** Reply of a call that returns a sentence only. */
export const done = z.object({ success, message: z.string() })

/** JSON of every failure; see errors.ts. */
export const failureReply = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errors)),
  details: z.optional(z.string()),
  supportedTypes: z.optional(z.array(z.string())),
  /** Masked address that a code was sent to. */
  sentTo: z.optional(z.string()),
  /** Attempts left with a code. */
  attemptsLeft: z.optional(z.int()),
  /** Address of the page with the reasons of a decision. */
  decision: z.optional(z.string()),
})
