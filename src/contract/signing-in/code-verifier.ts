import * as z from 'zod/mini'

/** 256 random bits in 43 url-safe characters, which only the page that started a sign-in has. */
export const codeVerifier = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
