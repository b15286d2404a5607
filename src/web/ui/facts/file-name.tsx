import { t } from '../../i18n/t.ts'
import { Icon } from '../icons/icon.tsx'

/** Letters at the end of a name that are always to be seen: the extension and a little more. */
const tail = 8

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** The blocks of Hebrew, Arabic and what lies between and beside them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Where a name may be taken apart: between two letters as people see them, and before the extension where something is
 * written from right to left, which two halves beside each other would show in the wrong order.
 */
function halvesOf(name: string): readonly [string, string] {
  if (rightToLeft.test(name)) {
    const dot = name.lastIndexOf('.')
    return halved(name, dot > 0 && !rightToLeft.test(name.slice(dot)) ? dot : name.length)
  }
  const letters = [...graphemes.segment(name)]
  return halved(name, (letters.length > tail + 2 && letters.at(-tail)?.index) || name.length)
}

function halved(name: string, at: number): readonly [string, string] {
  return [name.slice(0, at), name.slice(at)]
}

/**
 * A file's name on one line. Where it is too long for it, its middle is left out; the whole of it is its title, and what
 * is read and searched: one text, where two halves would be read with a space between them.
 */
export function FileName({ name, encrypted = false }: { name: string; encrypted?: boolean }) {
  const [head, end] = halvesOf(name)
  return (
    <span className="fname" title={name}>
      <Icon name="file" />
      <span className="vh">{name}</span>
      <span className="n" aria-hidden="true" data-head={head} data-tail={end} />
      {encrypted && (
        <span className="badge" title={t('download.encrypted')}>
          <Icon name="lock" />
          <span className="vh">{t('download.encrypted')}</span>
        </span>
      )}
    </span>
  )
}
