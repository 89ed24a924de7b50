// The server's refusals in the player's words.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import fr from '../../../src/rebelote/i18n/fr.json'
import { wordsOf } from '../../src/i18n/words'
import { errorText, Refusal } from '../../src/net/api'

const words = wordsOf(fr)
const refused = (fault: object) =>
  errorText(words, new Refusal('no-record', '', '', { message: 'a line ends too soon', ...fault }))

test('a faulty record is refused with its line, deal, action and rule', () => {
  const reported = refused({ line: 17, deal: 2, action: 5, code: 'must-follow' })
  assert.ok(reported.startsWith(fr['refusal.no-record']))
  assert.match(reported, /Ligne 17, donne 2, action 5\u00a0: /)
  assert.ok(reported.endsWith(fr['refusal.must-follow']))
})

test('what no rule says is told in the words of the server, with its line', () => {
  assert.match(refused({ line: 4 }), /Ligne 4\u00a0: a line ends too soon$/)
  assert.match(refused({}), /a line ends too soon$/)
  assert.equal(errorText(words, new Refusal('no-record', '')), fr['refusal.no-record'])
})
