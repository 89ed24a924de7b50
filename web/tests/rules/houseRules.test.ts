// House rules: the points in which a table differs.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { OF_THE_PLACE, REAL_LIFE } from '../../src/net/constants'
import { differing, pointsOf } from '../../src/rules/houseRules'

test('neither help nor the shuffling of a quick match is a point; both are kept', () => {
  assert.equal(pointsOf({}), 0)
  assert.equal(pointsOf({ ...OF_THE_PLACE, ...REAL_LIFE }), 0)
  assert.equal(pointsOf({ ...OF_THE_PLACE, target: 501 }), 1)
  assert.equal(pointsOf({ shuffle: 'limited(2)' }), 1)
  assert.deepEqual(differing({ ...OF_THE_PLACE }), OF_THE_PLACE)
})
