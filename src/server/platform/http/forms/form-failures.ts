/** The sender broke the form's format. The message is one plain clause, safe to show: "a part has no name". */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm'
}

/** The form is over a limit. The message is one plain clause, safe to show. */
export class FormTooLarge extends Error {
  override readonly name = 'FormTooLarge'
}

/** The body stopped before the form was complete. The message is one plain clause, safe to show. */
export class UploadIncomplete extends Error {
  override readonly name = 'UploadIncomplete'
}

/** Whether a body ended because its connection did, and not because of what was in it. */
export function isIncomplete(error: unknown): boolean {
  if (error instanceof UploadIncomplete) return true
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}
