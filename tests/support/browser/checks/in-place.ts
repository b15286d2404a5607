import { expect, type Page } from '@playwright/test'

/**
 * Expects that nothing on a page is out of its place: no text is cut without another way to read it, no control reaches out of
 * its column or over another one, no frame stands around what a script focused, nothing scrolls sideways, and no bar at the
 * bottom covers text. `state` names it in a failure.
 */
export async function isInPlace(page: Page, state: string): Promise<void> {
  expect(await findMisplaced(page), state).toEqual([])
}

/** Everything that `isInPlace` would refuse, in words. */
export async function findMisplaced(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate(() => {
    type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
    const within = (inner: Edges, outer: Edges): Edges => ({
      left: Math.max(inner.left, outer.left),
      right: Math.min(inner.right, outer.right),
      top: Math.max(inner.top, outer.top),
      bottom: Math.min(inner.bottom, outer.bottom),
    })
    const root = Array.from(document.querySelectorAll('dialog[open]')).at(-1) ?? document.body
    const inDialog = root !== document.body
    const found: string[] = []
    const all = Array.from(root.querySelectorAll<HTMLElement>('*')).filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.vh, .skip, svg'),
    )
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 60)}”`
    const hasOwnText = (element: Element) =>
      Array.from(element.childNodes).some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      )

    // Text that is cut, and that neither a title nor a button shows whole.
    const pen = document.createElement('canvas').getContext('2d')
    for (const element of all) {
      const style = getComputedStyle(element)
      const shownWhole =
        element.closest('[title]') ||
        (element.id !== '' && document.querySelector(`[aria-controls="${element.id}"]`))
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const tooWide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      const tooHigh = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1
      const isText = (element.textContent ?? '').trim() !== '' && element.clientWidth > 1
      if (isText && !shownWhole && (tooWide || tooHigh) && !element.matches('input, textarea, select'))
        found.push(`cut: ${describe(element)}`)
      if (element instanceof HTMLSelectElement && pen) {
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
        const text = pen.measureText(element.selectedOptions[0]?.text ?? '').width
        const room =
          element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
        if (text > room + 1)
          found.push(`cut: select “${element.selectedOptions[0]?.text}”, ${Math.round(text - room)} px`)
      }
    }

    // Controls beyond their column: what margins ask for is allowed.
    const controls = all.filter((element) =>
      element.matches('a.btn, button, input, select, textarea, summary, [role=tab]'),
    )
    for (const control of controls) {
      const own = control.getBoundingClientRect()
      const { position } = getComputedStyle(control)
      if (own.width === 0 || position === 'absolute' || position === 'fixed') continue
      if (control.matches('[type=file], [type=radio], [type=checkbox]')) continue
      let left = 1
      let right = 1
      let inner: Element = control
      for (
        let outer = control.parentElement;
        outer && outer !== root.parentElement;
        outer = outer.parentElement
      ) {
        const margins = getComputedStyle(inner)
        left += Math.max(0, -Number.parseFloat(margins.marginLeft))
        right += Math.max(0, -Number.parseFloat(margins.marginRight))
        const style = getComputedStyle(outer)
        if (style.overflowX !== 'visible' && outer !== document.body) break
        inner = outer
        if (style.display === 'inline' || style.display === 'contents') continue
        const column = outer.getBoundingClientRect()
        const beyond = Math.max(column.left - own.left - left, own.right - column.right - right)
        if (beyond > 0) {
          found.push(
            `out of its column by ${Math.round(beyond)} px: ${describe(control)} in ${describe(outer)}`,
          )
          break
        }
        if (style.position === 'absolute' || style.position === 'fixed') break
      }
    }

    // Controls in rows that scroll, where nothing fades to say so.
    for (const element of all) {
      const { overflowX, maskImage } = getComputedStyle(element)
      const scrolls = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1
      if (scrolls && maskImage === 'none' && controls.some((control) => element.contains(control)))
        found.push(`scrolls unseen by ${element.scrollWidth - element.clientWidth} px: ${describe(element)}`)
    }

    // Controls over each other, but for those in bars that stay while the page moves below them.
    const isBar = (element: Element) => {
      for (let one: Element | null = element; one && one !== root; one = one.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(one).position)) return true
      return false
    }
    const flat = controls.filter(
      (control) => !isBar(control) && !control.matches('[type=radio], [type=file]'),
    )
    // The room in which what scrolls, or cuts, around an element lets it be seen; and the part of a control within it.
    // Both are looked up for every pair, and measured once.
    const rooms = new Map<Element | null, Edges>()
    const roomOf = (element: Element): Edges => {
      const outer = element.parentElement
      const known = rooms.get(outer)
      if (known) return known
      const endless = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
      const around = outer && outer !== root ? roomOf(outer) : endless
      const cuts = outer && outer !== root && getComputedStyle(outer).overflowY !== 'visible'
      const room = cuts ? within(outer.getBoundingClientRect(), around) : around
      rooms.set(outer, room)
      return room
    }
    const parts = new Map<Element, Edges>()
    const seen = (element: Element): Edges => {
      const part = parts.get(element) ?? within(element.getBoundingClientRect(), roomOf(element))
      parts.set(element, part)
      return part
    }
    for (const [index, one] of flat.entries()) {
      const a = seen(one)
      for (const other of flat.slice(index + 1)) {
        // A toggle lies in the field that it belongs to.
        if (one.contains(other) || other.contains(one) || one.parentElement === other.parentElement) continue
        const b = seen(other)
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        // Links and dates in lines of text are as high as a finger and reach into the lines beside them.
        const lines = one.matches('.exact-btn, .link-btn') || other.matches('.exact-btn, .link-btn')
        if (wide > 4 && high > 4 && !lines)
          found.push(`over each other by ${Math.round(high)} px: ${describe(one)}, ${describe(other)}`)
      }
    }

    // Text that runs into a control.
    const range = document.createRange()
    for (const element of all.filter((one) => hasOwnText(one) && !isBar(one))) {
      range.selectNodeContents(element)
      const room = roomOf(element)
      const lines = Array.from(range.getClientRects())
      for (const control of flat) {
        if (control.contains(element) || element.contains(control)) continue
        if (control.matches('.exact-btn, .link-btn') || control.closest('label')) continue
        const b = seen(control)
        const meets = lines.some(
          (a) =>
            Math.min(a.right, b.right, room.right) - Math.max(a.left, b.left, room.left) > 3 &&
            Math.min(a.bottom, b.bottom, room.bottom) - Math.max(a.top, b.top, room.top) > 6,
        )
        if (meets) found.push(`runs into ${describe(control)}: ${describe(element)}`)
      }
    }

    // Frames around what only a script focuses.
    const before = document.activeElement
    const isControl =
      'a, button, input, select, textarea, summary, [role=menuitem], [role=option], [role=tab]'
    for (const element of [before, ...all.filter((one) => one.matches('[tabindex="-1"]'))]) {
      if (!(element instanceof HTMLElement) || element === document.body || element.matches(isControl))
        continue
      element.focus({ preventScroll: true })
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      if (element.matches(':focus-visible') && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0)
        found.push(`framed: ${describe(element)}`)
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })

    const page = document.documentElement
    if (page.scrollWidth > innerWidth) found.push(`scrolls sideways by ${page.scrollWidth - innerWidth} px`)

    // Text below a bar at the bottom, once the page is scrolled to its end.
    if (!inDialog) {
      scrollTo(0, page.scrollHeight)
      const bars = all.filter((element) => {
        const { position } = getComputedStyle(element)
        const { bottom, height } = element.getBoundingClientRect()
        return (
          position === 'fixed' &&
          !element.matches('[popover], .popover') &&
          height > 0 &&
          height < innerHeight / 2 &&
          bottom > innerHeight - 100
        )
      })
      for (const element of all.filter(hasOwnText)) {
        if (isBar(element)) continue
        const text = element.getBoundingClientRect()
        const over = bars.find((bar) => {
          const { top, bottom, left, right } = bar.getBoundingClientRect()
          return text.bottom > top + 1 && text.top < bottom && text.right > left && text.left < right
        })
        if (over) found.push(`covered: ${describe(element)} by ${describe(over)}`)
      }
      scrollTo(0, 0)
    }
    return [...new Set(found)]
  })
}
