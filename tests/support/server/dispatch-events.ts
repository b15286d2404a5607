/**
 * Handles every event there is, as an instance of its own. Run as a process, configured like a server: it says that it is
 * ready, and begins with the first line that it is sent.
 */
import { once } from 'node:events'
import pino from 'pino'
import { openServices } from '#server/app/services.ts'
import { readProcessConfig } from '#server/config/config.ts'
import { eventsHandled } from './events-handled.ts'

const services = await openServices(readProcessConfig(), pino({ level: 'silent' }), { now: Date.now })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
await eventsHandled(services)
await services.close()
