import { news } from 'virtual:news'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '#web/accounts/client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../../i18n/t.ts'
import { useServiceConfig } from '../../../service/service-config.ts'
import { failureText } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { RichText } from '../../../ui/page/rich-text.tsx'
import { newsQuery } from '../shared/queries.ts'

/** News of this version for an administrator, until they are put away. */
export default function NewsCard({ version }: { version: string }) {
  const { endToEnd } = useServiceConfig()
  const queries = useQueryClient()
  const read = useMutation({
    mutationFn: () => client.call('newsRead'),
    onSuccess: (reply) => queries.setQueryData(newsQuery.queryKey, reply),
    onError: (error) => showToast('error', failureText(error, 'admin.loadFailed')),
  })
  // Pages of another release than the server know other news.
  if (news.version !== version || (news.short === '' && news.groups.length === 0)) return null
  return (
    <section className="card card-pad stack" aria-labelledby="news-title">
      <h2 id="news-title">{t('admin.news.title', { version })}</h2>
      {endToEnd.mode !== 'off' && (
        <p>{t(endToEnd.mode === 'all' ? 'admin.news.endToEndAll' : 'admin.news.endToEndAccounts')}</p>
      )}
      {news.short !== '' && (
        <div lang="en">
          <RichText text={news.short} />
        </div>
      )}
      {news.groups.length > 0 && (
        <details>
          <summary>{t('admin.news.all')}</summary>
          <div className="stack" lang="en">
            {news.groups.map(({ title, text }) => (
              <div key={title} className="stack-s">
                {title !== '' && <h3>{title}</h3>}
                <RichText text={text} />
              </div>
            ))}
          </div>
        </details>
      )}
      <div>
        <Button busy={read.isPending} onClick={() => read.mutate()}>
          {t('admin.news.read')}
        </Button>
      </div>
    </section>
  )
}
