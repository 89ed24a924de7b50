// The audit log says in each language what was done, about whom, how and for how long.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import ar from '../../../src/rebelote/i18n/ar.json'
import bg from '../../../src/rebelote/i18n/bg.json'
import el from '../../../src/rebelote/i18n/el.json'
import en from '../../../src/rebelote/i18n/en.json'
import fr from '../../../src/rebelote/i18n/fr.json'
import hy from '../../../src/rebelote/i18n/hy.json'
import hr from '../../../src/rebelote/i18n/hr.json'
import nl from '../../../src/rebelote/i18n/nl.json'
import sv from '../../../src/rebelote/i18n/sv.json'
import type { AuditEntry, AuditDetails } from '../../src/net/messages'
import { auditText, DURATIONS, durationText, auditDetails } from '../../src/moderation/wording'
import { wordsOf, type Catalogue } from '../../src/i18n/words'

const catalogues: Catalogue[] = [en, fr, nl, sv, bg, hr, el, ar, hy]
const english = wordsOf(en)
const done = (act: string, details: AuditDetails, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: 0,
  by: 'k',
  by_name: 'Karin',
  act,
  about: 'a',
  about_name: 'Anna',
  facts: details,
  ...more,
})
const DEEDS: [AuditEntry, string, string][] = [
  [
    done('mute', { hours: 24, reason: 'shouting: loud' }),
    'Karin muted Anna',
    'a day: shouting: loud',
  ],
  [done('mute', { hours: 3, reason: 'shouting' }), 'Karin muted Anna', '3 hours: shouting'],
  [
    done('ban', { reason: 'cheats' }, { by: 'keeper', by_name: '' }),
    'the server’s operator banned Anna',
    'until lifted: cheats',
  ],
  [done('lift', { measure: 7, kind: 'mute' }), 'Karin unmuted Anna', ''],
  [
    done('lift', { measure: 7, kind: 'ban' }, { about: 'gone-1', about_name: '' }),
    'Karin unbanned somebody who has left',
    '',
  ],
  [done('role', { role: 'admin' }), 'Karin made Anna an administrator', ''],
  [done('role', {}), 'Karin removed Anna as administrator', ''],
  [done('settle', { report: 3, outcome: 'warned' }), 'Karin settled a report about Anna', 'warned'],
  [
    done('password', {}, { by: 'keeper', by_name: '' }),
    'the server’s operator gave Anna a new password',
    '',
  ],
  [done('reopen', { report: 3 }), 'Karin reopened a report about Anna', ''],
]

test('every act is a sentence, and its detail in words', () => {
  for (const [act, sentence, detail] of DEEDS)
    assert.deepEqual([auditText(english, act), auditDetails(english, act)], [sentence, detail])
})

test('every language has the names, and no hole is left', () => {
  for (const words of catalogues.map(wordsOf)) {
    for (const [act] of DEEDS)
      assert.doesNotMatch(auditText(words, act) + auditDetails(words, act), /[{}]/)
    for (const [act] of DEEDS) if (act.by_name) assert.match(auditText(words, act), /Karin/)
    assert.equal(
      new Set(DURATIONS.map((hours) => durationText(words, hours))).size,
      DURATIONS.length,
    )
  }
})

test('an act that is not known here is told as it stands', () => {
  assert.equal(auditText(english, done('juggle', {})), 'Karin: juggle, Anna')
  assert.equal(auditDetails(english, done('juggle', { outcome: 'clubs' })), 'clubs')
})
