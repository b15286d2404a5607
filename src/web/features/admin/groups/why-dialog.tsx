import { useQuery } from '@tanstack/react-query'
import type { AdminUser } from '#contract/operations/admin.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogFrame } from '#web/ui/dialogs/dialog-frame.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { userPolicyQuery } from '../shared/queries.ts'
import { kindText, levelName, ruleNameText, valueWords } from './rule-texts.ts'
import type { RuleKind } from './rule-values.ts'

/** Each rule for a person: what holds, and which level says so. */
export function WhyDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { data, error } = useQuery(userPolicyQuery(user.id))
  return (
    <DialogFrame title={t('admin.groups.whyOf', { name: user.username })} wide onClose={onClose}>
      <div className="body stack">
        {!data &&
          (error ? <p role="alert">{failureText(error, 'admin.loadFailed')}</p> : <WaitingRows rows={6} />)}
        {data && (
          <>
            <p className="muted">
              {data.groups.length === 0
                ? t('admin.groups.inNone')
                : t('admin.groups.decides', { group: data.groups.map(levelName).join(', ') })}
            </p>
            <dl className="why-list">
              {data.policy.map(({ rule, value, level, ladder }) => (
                <div key={rule}>
                  <dt>{t(ruleNameText[rule])}</dt>
                  <dd className="break">{valueWords(rule, value)}</dd>
                  <dd className="small muted">
                    {level === null
                      ? t('admin.groups.byOptions')
                      : t('admin.groups.setBy', { level: levelName(rungOf(ladder, level)) })}
                  </dd>
                  {ladder
                    .filter((rung) => rung.level !== level && isKind(rung.rule.kind))
                    .map((rung) => (
                      <dd key={rung.level} className="small muted">
                        {t('admin.groups.rung', {
                          level: levelName(rungOf(ladder, rung.level)),
                          kind: isKind(rung.rule.kind) ? t(kindText[rung.rule.kind]) : '',
                          value: valueWords(rule, rung.rule.value),
                        })}
                      </dd>
                    ))}
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
      <div className="df">
        <Button onClick={onClose}>{t('admin.close')}</Button>
      </div>
    </DialogFrame>
  )
}

type Rung = { readonly level: string; readonly name: string }

function rungOf(ladder: readonly Rung[], id: string): { id: string; name: string } {
  return { id, name: ladder.find(({ level }) => level === id)?.name ?? '' }
}

function isKind(kind: string): kind is RuleKind {
  return kind !== 'unset' && Object.hasOwn(kindText, kind)
}
