import { useRef } from 'react'
import { type Language, languageNames } from '#contract/languages.ts'
import type { OwnTextPage } from '#contract/operations/branding/own-text-limits.ts'
import { askFile } from '#web/accounts/ask-file.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { ActionMenu, type MenuAction } from '#web/ui/popover/action-menu.tsx'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'

type Props = {
  page: OwnTextPage
  language: Language
  onRead: (file: File) => void
  /** Takes the text of the language away, so that its readers are shown another; undefined where it is the only one. */
  onLeaveOut: (() => void) | undefined
  /** Gives the page back to the built-in text; undefined where that holds. */
  onGiveBack: (() => void) | undefined
}

/** The menu of a whole text: Markdown in and out, and the way back to the built-in one. */
export function OwnTextMenu({ page, language, onRead, onLeaveOut, onGiveBack }: Props) {
  const input = useRef<HTMLInputElement>(null)
  async function save() {
    try {
      saveContent(await askFile('exportOwnTerms', { query: { page, language } }))
    } catch (error) {
      showToast('error', failureWithReason(error, 'admin.texts.failed'))
    }
  }
  const actions: MenuAction[] = [
    {
      name: t('admin.texts.importMarkdown'),
      icon: <Icon name="upload" />,
      onSelect: () => input.current?.click(),
    },
    { name: t('admin.texts.exportMarkdown'), icon: <Icon name="download" />, onSelect: () => void save() },
  ]
  if (onLeaveOut)
    actions.push({
      name: t('admin.texts.leaveOut', { language: languageNames[language] }),
      icon: <Icon name="close" />,
      onSelect: onLeaveOut,
    })
  if (onGiveBack)
    actions.push({
      name: t(page === 'terms' ? 'admin.texts.giveBackTerms' : 'admin.texts.giveBackPrivacy'),
      icon: <Icon name="back" />,
      onSelect: onGiveBack,
    })
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".md,.markdown,text/markdown,text/plain"
        aria-label={t('admin.texts.importMarkdown')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onRead(file)
          target.value = ''
        }}
      />
      <ActionMenu label={t('admin.texts.more')} actions={actions} />
    </div>
  )
}
