import type { Config } from '../../config/config.ts'

/** Headers of every answer. */
export function commonHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=(), browsing-topics=()',
    ...(isHttps(config) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/**
 * The policy of our own pages: everything from here, nothing inline; pictures may be made in memory. No text becomes code but
 * the address of an own worker, see src/web/ui/browser/own-workers.ts.
 */
export function pagePolicy(config: Config): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    // Previews; thumbnails of videos that are about to be sent are made in the browser.
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${config.UPLOAD_ORIGIN ? ` ${config.UPLOAD_ORIGIN}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types restante-workers',
    ...(isHttps(config) ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function isHttps(config: Config): boolean {
  return config.publicUrl.startsWith('https://')
}
