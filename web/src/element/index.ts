// `<rebelote-replay>`: a match that is over, step by step, on any page. It has no
// rules: it draws the steps that `rebelote replay --steps` or a server wrote, and a solver that the
// page names says what each card costs.

import { mount, unmount } from 'svelte'
import '../../../src/rebelote/server/web/colours.css'
import '../app/scale.css'
import '../app/tokens.css'
import '../app/app.css'
import { markLanguage } from '../i18n/language.svelte'
import ElementReplay from './ElementReplay.svelte'
import { ElementOptions } from './options.svelte'
import type { Replay } from '../net/messages'
import { STYLES } from './styles'

const ATTRIBUTES = ['src', 'deal', 'step', 'lang', 'felt', 'solver']

export class RebeloteReplay extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES

  readonly #options = new ElementOptions((place) => {
    for (const name of ['rebelote-step', 'step'])
      this.dispatchEvent(new CustomEvent(name, { detail: place }))
  })
  #drawn: ReturnType<typeof mount> | undefined

  /** The replay to draw if there is no `src` to read it from. */
  get replay(): Replay | null {
    return this.#options.given
  }
  set replay(replay: Replay | null) {
    this.#options.given = replay
  }

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const style = document.createElement('style')
    style.textContent = STYLES
    root.replaceChildren(style)
    this.#read()
    this.#drawn = mount(ElementReplay, { target: root, props: { options: this.#options } })
  }

  disconnectedCallback(): void {
    if (this.#drawn) void unmount(this.#drawn)
    this.#drawn = undefined
  }

  attributeChangedCallback(): void {
    this.#read()
  }

  #read(): void {
    this.#options.src = this.#address('src')
    this.#options.solver = this.#address('solver')
    this.#options.speak(this.closest('[lang]')?.getAttribute('lang') ?? '')
    this.#options.felt = this.getAttribute('felt') ?? ''
    this.#options.go(Number(this.getAttribute('deal')) || 1, Number(this.getAttribute('step')) || 0)
  }

  #address(name: string): string {
    const address = this.getAttribute(name)
    return address ? new URL(address, document.baseURI).href : ''
  }
}

// The page has a language of its own.
markLanguage(() => undefined)
if (!customElements.get('rebelote-replay')) customElements.define('rebelote-replay', RebeloteReplay)
