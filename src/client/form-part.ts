/** One part of a multipart/form-data body: a text field, or a file under the name it is sent with. */
export type FormPart = { name: string; value: string } | { name: string; file: File; filename: string }
