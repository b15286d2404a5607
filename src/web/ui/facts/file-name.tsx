import { t } from '../../i18n/t.ts'
import { Icon } from '../icons/icon.tsx'

/** Letters at the end of a name that are always to be seen: the extension and a little more. */
const tail = 8

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** The blocks of Hebrew, Arabic and what lies between and beside them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Splits a name between two graphemes, or before the extension if it has right-to-left text, whose halves would appear in the
 * wrong order side by side.
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

type Props = {
  name: string
  encrypted?: boolean
  /** It is no name but words in place of one, which take the lines that they need. */
  isWords?: boolean
}

/**
 * A file's name on one line. If it is too long, its middle is left out. The complete name is its title, and the one text that
 * is read out and searched: screen readers would read a space between two halves.
 */
export function FileName({ name, encrypted = false, isWords = false }: Props) {
  const [head, end] = halvesOf(name)
  return (
    <span className="fname" title={name}>
      <Icon name="file" />
      <span className={isWords ? undefined : 'vh'}>{name}</span>
      {!isWords && <span className="n" aria-hidden="true" data-head={head} data-tail={end} />}
      {encrypted && (
        <span className="badge" title={t('download.encrypted')}>
          <Icon name="lock" />
          <span className="vh">{t('download.encrypted')}</span>
        </span>
      )}
    </span>
  )
}
