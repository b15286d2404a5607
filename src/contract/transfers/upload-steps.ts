/** Steps of the server after the bytes have arrived; in this order, each at most once. */
export const uploadSteps = [
  'receiving',
  'validating',
  'scanning',
  'compressing',
  'encrypting',
  'storing',
  'finalizing',
  'done',
  'failed',
] as const
export type UploadStep = (typeof uploadSteps)[number]

/** Header of an upload that wants its steps told: 22 characters of base64url, made up by the sender. */
export const stepsHeader = 'x-upload-token'
