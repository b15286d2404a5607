import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Member } from '#contract/transfers/members.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { SearchField } from '#web/ui/lists/search-field.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { buildTree, type Leaf } from './build-tree.ts'
import { FolderTree } from './folder-tree.tsx'
import type { MemberPlace } from './member-address.ts'
import { MemberRow, MemberRows } from './member-rows.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { Members, Row } from './use-members.ts'
import { type Selected, useSelection } from './use-selection.ts'

const Viewer = lazyExtra(() => import('./viewer.tsx'))

/** Files above which the list can be searched, and above which it is folded at first, and how many rows are left then. */
const maxUnsearched = 10
const maxUnfolded = 12
const foldedRows = 8
/** Files of which all can be selected at once; more are the whole transfer. */
const maxAll = 200
/** Files up to which they are listed in their folders; the path of each is said above that, and where there is a search. */
const maxTree = 500

export type ListProps = {
  /** Files that the search has found. */
  members: Members
  place: MemberPlace
  /** Files of the whole transfer. */
  files: number
  search: string
  onSearch: (search: string) => void
  /** The server has not looked for viruses, so that there are no previews. */
  isUnscanned?: boolean
  /** Focuses the heading when it comes, where the button that showed the list had the focus. */
  takesFocus?: boolean
  /** Whether anything is selected: then its button leads. */
  onSelected?: ((any: boolean) => void) | undefined
  /** Whether the sender views it, who sees the list but neither opens nor downloads its files. */
  isOwn?: boolean
  /** There are more than can be listed. */
  more?: boolean
}

/** The files inside a transfer: to look through, to download one by one or some together. */
export function MemberList(props: ListProps) {
  const { members, place, files, search, onSearch, onSelected } = props
  const { isUnscanned = false, takesFocus = false, isOwn = false, more = false } = props
  const [unfolded, setUnfolded] = useState(false)
  const { selected, toggle, toggleAll, clear } = useSelection(onSelected)
  const [viewed, setViewed] = useState<number>()
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { rows } = members
  const select = isOwn ? undefined : toggle
  const preview = isOwn || isUnscanned ? undefined : setViewed

  useEffect(() => {
    // The button that showed the list has gone, and had the focus.
    if (takesFocus && document.activeElement === document.body) heading.current?.focus()
  }, [takesFocus])
  const sayFound = useEffectEvent((files: number) => {
    if (search !== '') announce(t('contents.found', { files }))
  })
  useEffect(() => {
    if (rows) sayFound(rows.length)
  }, [rows])

  const needAll = useEffectEvent(() => {
    const most = members.at(0)?.path.includes('/') ? maxTree : maxAll
    if (search === '' && rows && rows.length <= most) members.need(0, rows.length)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another list
  useEffect(() => needAll(), [rows])

  function unfold() {
    flushSync(() => setUnfolded(true))
    section.current?.querySelector<HTMLElement>(`[data-row="${foldedRows}"] input`)?.focus()
  }

  const problem = members.failed && (
    <>
      <p role="alert">{t('contents.failed')}</p>
      <div>
        <Button onClick={members.retry}>{t('contents.tryAgain')}</Button>
      </div>
    </>
  )
  if (problem && !rows && search === '')
    return (
      <section className="card card-pad stack-s" aria-label={t('contents.heading', { files })}>
        {problem}
      </section>
    )
  const tree = search === '' && rows ? treeOf(members, rows) : undefined
  const isFolded = !tree && !unfolded && search === '' && (rows?.length ?? 0) > maxUnfolded
  const listed = isFolded ? rows?.slice(0, foldedRows) : rows
  return (
    <section className="card contents" aria-labelledby="contents-heading" ref={section}>
      <div className="c-head">
        {!isOwn && search === '' && rows && (
          <SelectAll members={members} rows={rows} selected={selected} onToggle={toggleAll} />
        )}
        <h2 id="contents-heading" ref={heading} tabIndex={-1}>
          {t('contents.heading', { files })}
        </h2>
        {files > maxUnsearched && (
          <SearchField label={t('contents.search')} search={search} onSearch={onSearch} />
        )}
      </div>
      {isUnscanned && <p className="c-note small muted">{t('contents.unscanned')}</p>}
      {more && <p className="c-note small muted">{t('contents.more', { files })}</p>}
      {problem && <div className="c-note stack-s">{problem}</div>}
      {!rows && !problem && (
        <p className="c-note muted" role="status">
          {t('contents.loading')}
        </p>
      )}
      {rows?.length === 0 && <p className="c-note">{t('contents.none', { text: search })}</p>}
      {tree && (
        <FolderTree
          root={tree}
          selected={selected}
          onSelectAll={select && ((all) => select(...all))}
          onDownload={select && ((all) => place.download(all.map(({ n }) => n)))}
        >
          {({ index, member }) => (
            <MemberRow
              member={member}
              place={place}
              isInTree
              isSelected={selected.has(member.n)}
              onSelect={select && (() => select(member))}
              onPreview={preview && (() => preview(index))}
            />
          )}
        </FolderTree>
      )}
      {rows && listed && !tree && (
        <MemberRows
          members={members}
          rows={listed}
          total={rows.length}
          place={place}
          selected={selected}
          onSelect={select}
          onPreview={preview}
        />
      )}
      {isFolded && (
        <div className="c-more">
          <Button variant="link" onClick={unfold}>
            {t('contents.showAll', { files: rows?.length ?? 0 })}
          </Button>
        </div>
      )}
      {selected.size > 0 && <SelectionBar place={place} selected={selected} onClear={clear} />}
      {viewed !== undefined && rows && (
        <Viewer
          index={viewed}
          files={rows.length}
          members={members}
          place={place}
          onIndex={setViewed}
          onClose={() => setViewed(undefined)}
        />
      )}
    </section>
  )
}

type SelectAllProps = {
  members: Members
  rows: readonly Row[]
  selected: Selected
  onToggle: (all: readonly Member[]) => void
}

/** Ticks all files of a list that is not too long, once all of them have come. */
function SelectAll({ members, rows, selected, onToggle }: SelectAllProps) {
  const all = rows.length <= maxAll ? leavesOf(members, rows)?.map(({ member }) => member) : undefined
  if (!all || all.length === 0) return null
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={selected.size === all.length}
        ref={(box) => {
          if (box) box.indeterminate = selected.size > 0 && selected.size < all.length
        }}
        onChange={() => onToggle(all)}
      />
      <span className="vh">{t('contents.selectAll', { files: all.length })}</span>
    </label>
  )
}

/** The folders of a list that is not too long, once all of its files have come; undefined where it has none. */
function treeOf(members: Members, rows: readonly Row[]) {
  const leaves = rows.length <= maxTree ? leavesOf(members, rows) : undefined
  return leaves?.some(({ member }) => member.path.includes('/')) ? buildTree(leaves) : undefined
}

/** All files, once all of them have come. */
function leavesOf(members: Members, rows: readonly Row[]): Leaf[] | undefined {
  const leaves: Leaf[] = []
  for (const { index } of rows) {
    const member = members.at(index)
    if (!member) return undefined
    leaves.push({ index, member })
  }
  return leaves
}
