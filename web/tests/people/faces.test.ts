// Portraits: the same for the same person, many different ones, and complete.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { CHARACTERS, PORTRAITS, faceOf } from '../../src/people/faces'
import { colourOf, layersOf } from '../../src/people/layers'

const crowd = Array.from({ length: 300 }, (_, i) => faceOf(`person-${i}`))

test('a person always has the same face', () => {
  assert.deepEqual(faceOf('7f3a'), faceOf('7f3a'))
})

test('people are hardly ever alike', () => {
  assert.ok(new Set(crowd.map((face) => JSON.stringify(face))).size > 295)
})

test('ids that differ in their last sign alone have different faces', () => {
  assert.notDeepEqual(faceOf('person1'), faceOf('person2'))
})

test('the colours of faces are those of the palette', () => {
  const tokens = readFileSync('src/app/tokens.css', 'utf8')
  const palette = [...tokens.matchAll(/--(?:skin|hair|cloth|room|portrait)-\w+/g)].map(String)
  const used = [...crowd, ...PORTRAITS, ...Object.values(CHARACTERS)].flatMap((face) =>
    layersOf(face).map(({ fill, stroke }) => colourOf(face, fill ?? stroke!)),
  )
  assert.deepEqual([...new Set(used)].sort(), palette.map((name) => `var(${name})`).sort())
})

test('no two of the portraits that one may choose are alike', () => {
  assert.equal(new Set(PORTRAITS.map((face) => JSON.stringify(face))).size, PORTRAITS.length)
})
