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
