import { Failure } from '../../failure.ts'

/** The sender broke the form's format. The message is one plain clause, safe to show: "a part has no name". */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm'
}

/** The form is over a limit. The message is one plain clause, safe to show. */
export class FormTooLarge extends Error {
  override readonly name = 'FormTooLarge'
}

/** The body stopped before it was complete. The message is one plain clause, safe to show. */
export class UploadIncomplete extends Error {
  override readonly name: string = 'UploadIncomplete'
}

/** The body came too slowly to be waited for. Its sender may still be there. */
export class UploadTooSlow extends UploadIncomplete {
  override readonly name = 'UploadTooSlow'
}

/** The failure that answers a body which stopped early; undefined for other errors. */
export function asIncomplete(error: unknown): Failure | undefined {
  if (!(error instanceof UploadIncomplete)) return undefined
  return new Failure(error instanceof UploadTooSlow ? 'REQUEST_TIMEOUT' : 'UPLOAD_INCOMPLETE', {
    cause: error,
  })
}
