import { expect, test } from 'vitest'

import { isWelcome } from '../../src/offline/keepByItself'

const WIFI = { type: 'wifi', effectiveType: '4g', saveData: false }
const NEW = { line: undefined, sparing: false, atHome: false, played: false }

test('a line that may be charged for, or is slow, fetches nothing by itself', () => {
  for (const differs of [{ saveData: true }, { type: 'cellular' }, { effectiveType: '3g' }])
    expect(isWelcome({ ...NEW, line: { ...WIFI, ...differs }, atHome: true, played: true })).toBe(
      false,
    )
  expect(isWelcome({ ...NEW, line: WIFI })).toBe(true)
  expect(isWelcome({ ...NEW, line: { effectiveType: '4g' } })).toBe(true)
})

test('where the browser does not say, a phone fetches after the first whole match', () => {
  expect(isWelcome(NEW)).toBe(false)
  expect(isWelcome({ ...NEW, played: true })).toBe(true)
  expect(isWelcome({ ...NEW, atHome: true })).toBe(true)
})

test('who asks pages for little data fetches nothing by itself', () => {
  expect(isWelcome({ line: WIFI, sparing: true, atHome: true, played: true })).toBe(false)
})
