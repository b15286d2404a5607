/** Headers of previews, which run nothing, load nothing, and are never taken for another type or shown on another page. */
export const previewHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': 'inline',
}
