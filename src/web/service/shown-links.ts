import { useServiceConfig } from './service-config.ts'

/**
 * The links that pages show, copy and draw. They lead to PUBLIC_URL; while that is unset, to the address by which this page
 * was opened, since the server knows no name that other devices reach it by.
 */
export function useShownLinks() {
  const { publicUrl } = useServiceConfig()
  return {
    /** The link to a path of this app. */
    to: (path: string) => (publicUrl ?? location.origin) + path,
    /** A link as the server made it, as it is shown. */
    shown: (link: string) => shownLink(link, publicUrl ?? location.origin),
  }
}

/** A link of the service at another origin of it. */
export function shownLink(link: string, origin: string): string {
  const { pathname, search, hash } = new URL(link)
  return origin + pathname + search + hash
}
