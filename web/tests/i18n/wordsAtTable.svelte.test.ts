// The words on show follow an effect that says at which table they are.
import assert from 'node:assert/strict'
import { flushSync } from 'svelte'
import { test } from 'vitest'
import { loadLanguage, speakAt, t } from '../../src/i18n/language.svelte'
import { settings } from '../../src/settings/settings.svelte'

test('an effect that says whose words hold runs once a change, and what reads them follows', async () => {
  settings.language = 'en'
  await loadLanguage()
  let runs = 0
  let name = $state('your trump')
  const read: string[] = []
  const end = $effect.root(() => {
    $effect.pre(() => {
      runs += 1
      const own = { 'ask.bid': `Name ${name}` }
      speakAt(() => own)
    })
    $effect(() => {
      read.push(t('ask.bid'))
    })
  })
  flushSync()
  name = 'a suit'
  flushSync()
  assert.equal(runs, 2)
  assert.equal(read.at(-1), 'Name a suit')
  end()
})
