// How did it go, what a page asked of the server? What is wrong with it, or that it is done.

import { told } from './api'
import { t } from '../i18n/language.svelte'

export class Attempt {
  wrong = $state('')
  done = $state('')
  private busy = false

  /** Do it, and say `said` when it is done; whether it is. */
  async make(what: () => Promise<unknown>, said = ''): Promise<boolean> {
    this.wrong = this.done = ''
    this.busy = true
    try {
      await what()
      this.done = said
    } catch (error) {
      this.wrong = told(t, error)
    } finally {
      this.busy = false
    }
    return this.wrong === ''
  }

  /** The same, unless something is under way: a second tap is none. */
  async once(what: () => Promise<unknown>, said = ''): Promise<boolean> {
    return this.busy ? false : this.make(what, said)
  }
}
