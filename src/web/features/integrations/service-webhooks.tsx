import { Webhooks } from './webhooks.tsx'

/** The webhooks of the service, for administrators. */
export default function ServiceWebhooks() {
  return <Webhooks scope="service" />
}
