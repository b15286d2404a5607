import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/services.ts'

/** Milliseconds from the start of a sign-in to the answer of the provider. */
export const startLife = 10 * 60_000

/** Binds a sign-in to the browser that started it: `__Host-` keeps other hosts of the domain from setting it. */
export function keepInBrowser(reply: FastifyReply, config: Services['config'], secret: string): void {
  reply.header('set-cookie', cookie(config, secret, startLife / 1000))
}

export function removeFromBrowser(reply: FastifyReply, config: Services['config']): void {
  reply.header('set-cookie', cookie(config, '', 0))
}

/** The secret that keepInBrowser left in this browser. */
export function secretOfBrowser(
  { headers }: Pick<FastifyRequest, 'headers'>,
  config: Services['config'],
): string | undefined {
  const name = nameFor(config)
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return undefined
}

function cookie(config: Services['config'], value: string, seconds: number): string {
  const secure = isSecure(config) ? '; Secure' : ''
  return `${nameFor(config)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

function nameFor(config: Services['config']): string {
  return isSecure(config) ? '__Host-restante-oidc' : 'restante-oidc'
}

function isSecure({ publicUrl }: Services['config']): boolean {
  return publicUrl.startsWith('https:')
}
