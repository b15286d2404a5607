/** Everything that the package `@restante/client` exports. */
export { ApiError } from '../api-error.ts'
export { HostRefused } from './named-host.ts'
export { type Received, type ReceiveOptions, receive } from './receive.ts'
export { type FileToSend, type SendOptions, send } from './send.ts'
