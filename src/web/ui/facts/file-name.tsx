import { t } from '../../i18n/t.ts'
import { Icon } from '../icons/icon.tsx'

/** Letters at the end of a name that are always to be seen: the extension and a little more. */
const tail = 8

/**
 * A file's name on one line. Where it is too long for it, its middle is left out; the whole of it is its title, and what
 * is read and searched: one text, where two halves would be read with a space between them.
 */
export function FileName({ name, encrypted = false }: { name: string; encrypted?: boolean }) {
  const letters = Array.from(name)
  const cut = letters.length > tail + 2 ? letters.length - tail : letters.length
  return (
    <span className="fname" title={name}>
      <Icon name="file" />
      <span className="vh">{name}</span>
      <span
        className="n"
        aria-hidden="true"
        data-head={letters.slice(0, cut).join('')}
        data-tail={letters.slice(cut).join('')}
      />
      {encrypted && (
        <span className="badge" title={t('download.encrypted')}>
          <Icon name="lock" />
          <span className="vh">{t('download.encrypted')}</span>
        </span>
      )}
    </span>
  )
}
