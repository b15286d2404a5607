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
