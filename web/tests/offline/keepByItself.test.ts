import { expect, test } from 'vitest'

import { isMetered } from '../../src/offline/keepByItself'

test('a line that may be charged for, or is slow, fetches nothing by itself', () => {
  expect(isMetered({ saveData: true, effectiveType: '4g' }, true)).toBe(true)
  expect(isMetered({ type: 'cellular', effectiveType: '4g' }, true)).toBe(true)
  expect(isMetered({ type: 'wifi', effectiveType: '3g' }, true)).toBe(true)
  expect(isMetered({ type: 'wifi', effectiveType: '4g', saveData: false }, false)).toBe(false)
  expect(isMetered({ effectiveType: '4g' }, true)).toBe(false)
})

test('where the browser does not say, only a device with a mouse fetches', () => {
  expect(isMetered(undefined, false)).toBe(true)
  expect(isMetered(undefined, true)).toBe(false)
})
