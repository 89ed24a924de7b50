// State of an asynchronous action: busy, failed with a sentence, or done.

import { errorText } from './api'
import { t } from '../i18n/language.svelte'

export class AsyncAction {
  error = $state('')
  done = $state('')
  busy = $state(false)

  /** Run it, and show `said` once it is done. Whether it succeeded. */
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

  /** The same, unless it is busy: a second tap does nothing. */
  async runOnce(what: () => Promise<unknown>, said = ''): Promise<boolean> {
    return this.busy ? false : this.run(what, said)
  }

  /** Return a submit handler for a form that runs this. */
  onsubmit(what: () => Promise<unknown>, said = '') {
    return (event: SubmitEvent) => {
      event.preventDefault()
      void this.run(what, said)
    }
  }

  /** The same, where a second submission meanwhile does nothing. */
  onsubmitOnce(what: () => Promise<unknown>, said = '') {
    return (event: SubmitEvent) => {
      event.preventDefault()
      void this.runOnce(what, said)
    }
  }
}
