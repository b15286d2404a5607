import * as z from 'zod/mini'
import { time } from '../transfers/files.ts'

/** Only what holds now can be accepted. */
export const acceptTermsRequest = z.object({ version: z.string() })

/** Which version of the terms a person has accepted last, and when. */
export const termsAcceptance = z.object({ version: z.string(), acceptedAt: time })
export type TermsAcceptance = z.infer<typeof termsAcceptance>
