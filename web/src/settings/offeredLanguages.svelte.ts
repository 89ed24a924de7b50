// The languages that can be chosen: without a network, those whose words are on this device. A browser
// may remember what it could not load, so no other is tried.

import { network } from '../net/network.svelte'
import { settings } from './settings.svelte'

export class OfferedLanguages {
  private kept: readonly string[] = $state.raw([])

  /** While a component is made, whose effect looks again whenever the network is gone. */
  constructor() {
    $effect(() => {
      if (network.offline) void keptLanguages().then((result) => (this.kept = result))
    })
  }

  has(language: string): boolean {
    if (!network.offline) return true
    return [...this.kept, settings.language, settings.indices].includes(language)
  }
}

/** Return the languages whose words are kept: the service worker has a cache for each part of
 * them. */
async function keptLanguages(): Promise<string[]> {
  const names = 'caches' in globalThis ? await caches.keys() : []
  return names.flatMap((name) => /\.([\w-]+)-others$/.exec(name)?.[1] ?? [])
}
