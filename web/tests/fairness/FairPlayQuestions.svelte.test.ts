// Fair play for those who are asked: the answer, and what was decided.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import FairPlayQuestions from '../../src/fairness/FairPlayQuestions.svelte'
import { me } from '../../src/account/me.svelte'
import type { FairPlayQuestion } from '../../src/net/messages'
import { answering } from '../support/answers'
import { newUser, speak } from '../support/table'

const user = newUser()
const ME = { id: 'a', name: 'Ann', account: true, role: '', settings: {}, portrait: 0 }
const QUESTION: FairPlayQuestion = {
  id: 7,
  partner: { person: 'b', name: 'Bo' },
  asked: 1,
  until: 604801,
  answer: '',
  decision: '',
  note: '',
  settled: null,
}

beforeEach(async () => {
  await speak()
  me.now = ME
})

function open(questions: FairPlayQuestion[]) {
  const requests = answering((asked) => {
    if (asked === 'GET /api/me') return ME
    return asked === 'GET /api/me/fair-play' ? questions : []
  })
  render(FairPlayQuestions)
  return requests
}

test('one who is asked answers', async () => {
  const requests = open([QUESTION])
  assert.match((await screen.findByTestId('question')).textContent, /deals that you played with/)
  await user.type(screen.getByTestId('answer'), 'I counted.')
  await user.click(screen.getByTestId('send-answer'))
  assert.ok(await screen.findByTestId('done'))
  assert.ok(requests.includes('PUT /api/me/fair-play/7 {"text":"I counted."}'))
})

test('after a decision one reads it, and cannot answer any more', async () => {
  open([
    { ...QUESTION, decision: 'nothing', note: 'Well counted.', answer: 'I counted.', settled: 2 },
  ])
  const text = (await screen.findByTestId('question')).textContent
  assert.match(text, /found nothing against you/)
  assert.match(text, /Well counted\..*I counted\./s)
  assert.equal(screen.queryByTestId('answer'), null)
})
