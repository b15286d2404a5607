import { createContext, use } from 'react'
import type { ServiceConfig } from '#contract/service.ts'

/** What the server says it offers; asked once when the app starts. Null while it has not answered. */
export const ServiceConfigContext = createContext<ServiceConfig | null>(null)

export function useServiceConfig(): ServiceConfig | null {
  return use(ServiceConfigContext)
}
