// Dutch of the Netherlands lies over that of Flanders: where it was chosen, and at tables of klaverjas.
import assert from 'node:assert/strict'
import { afterEach, test, vi } from 'vitest'
import { loadLanguage, speakAt, t } from '../../src/i18n/language.svelte'
import { SPOKEN, languageOf, layersOf, ownLanguage } from '../../src/i18n/languages'
import { overruledBy, speakAtTable } from '../../src/net/overruled'
import { settings } from '../../src/settings/settings.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  speakAt()
})

function preferring(...languages: string[]): void {
  vi.stubGlobal('navigator', { languages })
}

test('a browser is spoken to in the variant it prefers, or in the language of its region', () => {
  for (const [languages, own] of [
    [['nl-NL', 'nl', 'en'], 'nl-NL'],
    [['nl-nl'], 'nl-NL'],
    [['nl-BE', 'nl-NL'], 'nl'],
    [['nl', 'nl-NL'], 'nl'],
    [['ja', 'fr-CH'], 'fr'],
    [['ja'], 'en'],
  ] as const) {
    preferring(...languages)
    assert.equal(ownLanguage(), own)
  }
  assert.equal(languageOf('de'), undefined)
})

test('the settings offer a variant beside its language', () => {
  assert.equal(SPOKEN.indexOf('nl-NL'), SPOKEN.indexOf('nl') + 1)
  assert.deepEqual(layersOf('nl-NL'), ['nl', 'nl-NL'])
})

test('who chose the variant has its words, and those of the language that it leaves alone', async () => {
  settings.language = 'nl'
  await loadLanguage()
  const [jack, close] = [t('rank.J'), t('ui.close')]
  settings.language = 'nl-NL'
  await loadLanguage()
  assert.deepEqual([jack, t('rank.J')], ['zot', 'boer'])
  assert.equal(t('ui.close'), close)
  assert.equal(document.documentElement.lang, 'nl-NL')
})

test('klaverjas is Dutch by default, belot Flemish', async () => {
  settings.language = 'nl'
  await loadLanguage()
  speakAtTable('klaverjas-rotterdam-nku')
  await vi.waitFor(() => assert.equal(t('rank.Q'), 'vrouw'))
  assert.equal(t('ui.heading.table', { number: 3 }), 'Klaverjassen, spel 3')
  speakAtTable('flemish')
  await vi.waitFor(() => assert.equal(t('rank.Q'), 'dame'))
  assert.equal(t('ui.heading.table', { number: 3 }), 'Belot, gift 3')
})

test('a table has words of its own in the variant, over those in its language', () => {
  const [flemish, dutch] = (['nl', 'nl-NL'] as const).map((one) => overruledBy('bela', one))
  assert.match(flemish?.['ui.help.belote'] ?? '', /^Bela: heer en dame/)
  assert.match(dutch?.['ui.help.belote'] ?? '', /^Bela: heer en vrouw/)
  assert.equal(dutch?.['said.belote'], 'Bela!')
})
