import { speakAt } from '../i18n/language.svelte'
import { speakAtTable } from './overruled'

/** Say the words of a rule set's game while the component stands; '' for none. */
export function speakGameOf(preset: () => string): void {
  $effect.pre(() => speakAtTable(preset()))
  $effect.pre(() => () => speakAt())
}
