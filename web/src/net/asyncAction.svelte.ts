// How did it go, what a page asked of the server? What is wrong with it, or that it is done.

import { errorText } from './api'
import { t } from '../i18n/language.svelte'

export class AsyncAction {
  error = $state('')
  done = $state('')
  private busy = false

  /** Do it, and say `said` when it is done; whether it is. */
  async run(what: () => Promise<unknown>, said = ''): Promise<boolean> {
    this.error = this.done = ''
    this.busy = true
    try {
      await what()
      this.done = said
    } catch (failure) {
      this.error = errorText(t, failure)
    } finally {
      this.busy = false
    }
    return this.error === ''
  }

  /** The same, unless something is under way: a second tap is none. */
  async runOnce(what: () => Promise<unknown>, said = ''): Promise<boolean> {
    return this.busy ? false : this.run(what, said)
  }
}
