import { paths } from '#web/router/paths.ts'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import type { Scope } from './queries.ts'

const integrationsSearch = defineSearch((query) => ({
  tab: query.text('tab'),
  webhook: query.text('webhook'),
}))

/** Part of the webhooks that is shown: the list, the form of a new one, a webhook, or its form. */
type View =
  | { readonly at: 'list' }
  | { readonly at: 'new' }
  | { readonly at: 'one' | 'edit'; readonly id: string }

const editing = 'edit-'

/** The view in the address, and the addresses of the others. */
export function useView(scope: Scope) {
  const [{ webhook }] = useSearch(integrationsSearch)
  function addressOf(value: string) {
    const tab = scope === 'service' ? 'integrations' : ''
    return {
      pathname: scope === 'service' ? paths.admin : paths.portalWebhooks,
      search: integrationsSearch.write({ tab, webhook: value }),
    }
  }
  return {
    view: viewOf(webhook),
    to: {
      list: addressOf(''),
      new: addressOf('new'),
      one: (id: string) => addressOf(id),
      edit: (id: string) => addressOf(`${editing}${id}`),
    },
  }
}

function viewOf(webhook: string): View {
  if (webhook === '') return { at: 'list' }
  if (webhook === 'new') return { at: 'new' }
  if (webhook.startsWith(editing)) return { at: 'edit', id: webhook.slice(editing.length) }
  return { at: 'one', id: webhook }
}
