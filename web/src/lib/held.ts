// A button that is held down by touch: it explains itself, and does nothing else.

import type { Attachment } from 'svelte/attachments'

/** Milliseconds for which a touch lasts to be one that holds. */
const LASTS = 450

/** Call back while the button is held; the click that ends it is swallowed. */
export const held =
  (act: (button: HTMLElement) => void): Attachment<HTMLElement> =>
  (button) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let done = false
    const cancel = () => clearTimeout(timer)
    const begin = ({ pointerType }: PointerEvent) => {
      cancel()
      done = false
      if (pointerType !== 'mouse') timer = setTimeout(() => ((done = true), act(button)), LASTS)
    }
    const swallow = (event: Event) => {
      if (done) event.stopImmediatePropagation()
      done = false
    }
    /** The menu of a touch that lasts would lie over the answer. */
    const still = (event: Event) => timer !== undefined && event.preventDefault()
    const listeners = {
      pointerdown: begin as EventListener,
      pointerup: cancel,
      pointercancel: cancel,
      pointerleave: cancel,
      contextmenu: still,
    }
    for (const [name, listen] of Object.entries(listeners)) button.addEventListener(name, listen)
    button.addEventListener('click', swallow, true)
    return () => {
      cancel()
      for (const [name, listen] of Object.entries(listeners))
        button.removeEventListener(name, listen)
      button.removeEventListener('click', swallow, true)
    }
  }
