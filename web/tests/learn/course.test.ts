// Lessons in the browser: what comes next, and what is kept.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { after, seated, taughtFor, upNext, wordsOf } from '../../src/learn/course'
import { progressFrom } from '../../src/learn/progress.svelte'
import type { Course } from '../../src/net/messages'

const lesson = (name: string) => ({ name, title: name, direction: 'ccw', questions: [] })
const course: Course = {
  preset: 'french',
  direction: 'ccw',
  lessons: [lesson('trick'), lesson('follow')],
  auctions: [lesson('contree')],
  words: { 'ui.go_on': 'Go on: {lesson}' },
}

test('lessons follow each other, and then comes the deal', () => {
  assert.equal(after(course, 'trick'), '/follow')
  assert.equal(after(course, 'follow'), '/deal')
  assert.equal(after(course, 'contree'), '')
  assert.equal(upNext(course, []), 'trick')
  assert.equal(upNext(course, ['trick', 'follow']), 'deal')
  assert.equal(upNext(course, ['trick', 'follow', 'deal']), null)
})

test('a trick is seated from its leader on', () => {
  assert.deepEqual(seated({ leader: 3, trick: ['AS', '7S'] }), [
    { seat: 3, card: 'AS' },
    { seat: 0, card: '7S' },
  ])
})

test('the law that is taught is that of the chosen rule set', () => {
  assert.deepEqual(['flemish3', 'bga', 'french'].map(taughtFor), ['flemish', 'french', 'french'])
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
