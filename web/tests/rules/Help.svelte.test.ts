// The help at a table says the numbers of its own rules.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, onTestFinished, test } from 'vitest'
import { speakAt } from '../../src/i18n/language.svelte'
import type { RuleCard } from '../../src/net/messages'
import { overruledBy } from '../../src/net/overruled'
import Help from '../../src/rules/Help.svelte'
import { viewOf } from '../support/positions'
import { speak } from '../support/table'

beforeEach(() => speak())

/** Return the help's text on bonuses at a table of this rule set, with these options. */
function bonuses(preset: string, differs: RuleCard['differs'] = {}): string {
  speakAt((language) => overruledBy(preset, language))
  onTestFinished(() => speakAt())
  const { rules } = viewOf('turned')
  const shown = render(Help, { onclose: () => {}, rules: { ...rules, preset, differs } })
  const said = screen.getByTestId('help-bonus').textContent.replace(/\s+/g, ' ')
  shown.unmount()
  return said
}

test('squares count as in the game that is played', () => {
  assert.match(
    bonuses('french'),
    /tierce \(a run of three\) 20, fifty \(four\) 50, hundred \(five\) 100.*jacks 200; nines 150; aces, tens, kings, queens 100\./,
  )
  const baloot = bonuses('baloot')
  assert.match(baloot, /aces, tens, kings, queens, jacks 100\. Sun: aces 200; /)
  assert.doesNotMatch(baloot, /nines|150/)
  assert.match(bonuses('bazar-blot'), /jacks 200; nines 140; aces 110; .*Boy: aces 190/)
})

test('in French four of a kind are of their rank', async () => {
  await speak('fr')
  onTestFinished(() => speak())
  assert.match(
    bonuses('french'),
    /Carré de valets 200 ; de neuf 150 ; d’as, de dix, de rois, de dames 100\./,
  )
})

test('a house rule changes what the help says', () => {
  assert.match(bonuses('french', { low_carre_points: 50 }), /eights, sevens 50\./)
  assert.doesNotMatch(bonuses('french', { melds: 'none' }), /tierce/)
})

test('roem counts as its kind says', () => {
  assert.match(bonuses('klaverjas-rotterdam-nku'), /four of a kind 100\./)
  assert.match(bonuses('klaverjas-amsterdam-kbn'), /four of a kind 100 \(jacks 200\)\./)
})

test('no help speaks French at a table of another game', () => {
  for (const preset of ['baloot', 'bazar-blot', 'bela', 'pilotta', 'klaverjas-rotterdam-nku'])
    assert.doesNotMatch(bonuses(preset), /dix de der|dedans|coinche/)
})

test.each([
  ['french', 'anticlockwise'],
  ['klaverjas-rotterdam-nku', 'clockwise'],
] as const)('who deals, and which way play goes, is that of %s', (preset, way) => {
  const { rules } = viewOf('turned')
  render(Help, { onclose: () => {}, rules: { ...rules, preset, differs: {} } })
  const said = screen.getByTestId('help-turn').textContent.trim()
  assert.equal(
    said,
    `Play goes ${way}. The player after the dealer speaks first, and deals next time.`,
  )
})
