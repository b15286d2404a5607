import { t } from '#web/i18n/t.ts'
import { Drawing } from '#web/ui/icons/icon.tsx'

const drawing = 'M12 15V3.5m-4 4 4-4 4 4M7 11H5v9.5h14V11h-2'

/** Hands a link to the sharing of the device; absent where there is none. */
export function ShareButton({ name, link }: { name: string; link: string }) {
  if (!('share' in navigator)) return null
  function share() {
    // Nothing is lost when it is put away, or refused: the link stands beside the button.
    navigator.share({ title: name, url: link }).catch(() => {})
  }
  return (
    <button type="button" className="btn btn-line" onClick={share}>
      <Drawing path={drawing} />
      {t('share.share')}
    </button>
  )
}
