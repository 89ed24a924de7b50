// A game from outside says some sentences of the table in words of its own, at its own tables alone.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'

const SERVED = {
  presets: {},
  points: {},
  words: { en: {} },
  overruled: { forehand: { en: { 'ask.bid': 'Name your trump' } } },
}

test('the words of a game hold at tables of its rule sets, and nowhere else', async () => {
  const meta = document.createElement('meta')
  meta.name = 'rebelote:games'
  meta.content = JSON.stringify(SERVED)
  document.head.append(meta)
  vi.resetModules()
  const { loadLanguage, speakAt, t } = await import('../../src/i18n/language.svelte')
  const { overruledBy } = await import('../../src/net/overruled')
  const sitAt = (preset: string) => speakAt((language) => overruledBy(preset, language))
  const { settings } = await import('../../src/settings/settings.svelte')
  settings.language = 'en'
  await loadLanguage()
  const usual = t('ask.bid')
  sitAt('forehand')
  assert.equal(t('ask.bid'), 'Name your trump')
  assert.equal(t('ask.lead'), 'Your lead')
  sitAt('french')
  assert.equal(t('ask.bid'), usual)
  sitAt('forehand')
  speakAt()
  assert.equal(t('ask.bid'), usual)
})
