// Lessons in the browser: what comes next, and what is kept.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  addressOf,
  after,
  isDone,
  linkTo,
  seated,
  storedAs,
  taughtFor,
  upNext,
  wordsOf,
} from '../../src/learn/course'
import { progressFrom } from '../../src/learn/progress.svelte'
import type { Course } from '../../src/net/messages'
import { settings } from '../../src/settings/settings.svelte'

const lesson = (name: string) => ({
  name,
  title: name,
  direction: 'ccw',
  questions: [],
  stored: [`french/${name}`, name],
})
const course: Course = {
  preset: 'french',
  direction: 'ccw',
  lessons: [lesson('trick'), lesson('follow')],
  deal: ['french/deal', 'deal'],
  offered: ['french', 'bela'],
  words: { 'ui.go_on': 'Go on: {lesson}' },
}

test('lessons follow each other, and then comes the deal', () => {
  settings.preset = 'french'
  assert.equal(after(course, 'trick'), '#/learn/follow')
  assert.equal(after(course, 'follow'), '#/learn/deal')
  settings.preset = 'bela'
  assert.equal(after(course, 'follow'), '#/learn/french/deal')
  settings.preset = 'french'
  assert.equal(upNext(course, []), 'trick')
  assert.equal(upNext(course, ['trick', 'french/follow']), 'deal')
  assert.equal(upNext(course, ['trick', 'follow', 'deal']), null)
})

test('a lesson is done by whichever name it was remembered', () => {
  assert.deepEqual(storedAs(course, 'trick'), ['french/trick', 'trick'])
  assert.ok(isDone(course, 'trick', ['trick']))
  assert.ok(isDone(course, 'deal', ['french/deal']))
  assert.ok(!isDone(course, 'trick', ['bela/trick']))
})

test('an address is about the usual course, or names another', () => {
  settings.preset = 'bela'
  assert.deepEqual(addressOf('', 'bela'), { preset: 'bela', lesson: '' })
  assert.deepEqual(addressOf('trick', 'bela'), { preset: 'bela', lesson: 'trick' })
  assert.deepEqual(addressOf('baloot', 'bela'), { preset: 'baloot', lesson: '' })
  assert.deepEqual(addressOf('baloot/deal', 'bela'), { preset: 'baloot', lesson: 'deal' })
  assert.equal(linkTo('bela', 'trick'), '#/learn/trick')
  assert.equal(linkTo('baloot'), '#/learn/baloot')
  settings.preset = 'french'
})

test('a trick is seated from its leader on', () => {
  assert.deepEqual(seated({ leader: 3, trick: ['AS', '7S'] }), [
    { seat: 3, card: 'AS' },
    { seat: 0, card: '7S' },
  ])
})

test('the law that is taught is that of the chosen rule set', () => {
  const taught = ['flemish3', 'bga', 'bela', 'of-elsewhere'].map(taughtFor)
  assert.deepEqual(taught, ['flemish', 'bga', 'bela', 'french'])
})

test('words are filled', () => {
  assert.equal(wordsOf(course)('ui.go_on', { lesson: 'x' }), 'Go on: x')
})

test('progress that cannot be read is none', () => {
  for (const saved of [undefined, null, 7, 'x', { done: 3, counting: 'y' }])
    assert.deepEqual(progressFrom(saved), { done: [], counting: 1 })
  assert.deepEqual(progressFrom({ done: ['trick', 4], counting: 3 }), {
    done: ['trick'],
    counting: 3,
  })
})
