// The parts of a browser that jsdom lacks: layout, elements above the page, motion.
// All tests of components share one page.
import { act, cleanup, configure, setup } from '@testing-library/svelte'
import { afterEach, beforeEach } from 'vitest'
import { settings } from '../../src/settings/settings.svelte'

// On a busy machine, too, what is awaited comes.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(setup)

const usual = { ...settings }

afterEach(async () => {
  await act()
  cleanup()
  Object.assign(settings, usual)
  localStorage.clear()
  sessionStorage.clear()
})

class NoObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoObserver

const nothing = () => {}

/** No media query fits: a page of middle size, with all its motion. */
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: nothing,
    removeListener: nothing,
  })

Object.assign(Element.prototype, {
  animate: () => ({ cancel: nothing, finished: Promise.resolve() }),
  scrollBy: nothing,
  scrollIntoView: nothing,
  hidePopover: nothing,
})

const HIDDEN = '[hidden], dialog:not([open]), head, script, style, template'
const INLINE = 'a, b, bdi, em, i, label, mark, small, span, strong, svg, wbr'

/** There are no style sheets: tags and attributes say it all. jsdom looks for them all the same. */
window.getComputedStyle = (element) => {
  const display = element.matches(HIDDEN) ? 'none' : element.matches(INLINE) ? 'inline' : 'block'
  const style: Record<string, string> = { display, visibility: 'visible' }
  const getPropertyValue = (name: string) => style[name] ?? ''
  return { ...style, getPropertyValue } as unknown as CSSStyleDeclaration
}

const FIRST = '[autofocus], button, a[href], input, select, textarea, [tabindex]'

Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
    this.querySelector<HTMLElement>(FIRST)?.focus()
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  },
})

/** Escape closes the dialog on top. */
window.onkeydown = ({ key }) => {
  if (key === 'Escape')
    [...document.querySelectorAll('dialog')].findLast(({ open }) => open)?.close()
}
