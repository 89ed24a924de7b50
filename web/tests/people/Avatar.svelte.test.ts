// The portrait: a bot's own, the one that was chosen, or one that follows from the id.
import assert from 'node:assert/strict'
import { render } from '@testing-library/svelte'
import { test } from 'vitest'
import Avatar from '../../src/people/Avatar.svelte'

const drawn = (props: { id: string; bot?: string; chosen?: number }) =>
  render(Avatar, props).container.innerHTML

test('a bot has the portrait of its character, whoever asks', () => {
  assert.equal(drawn({ id: 'a', bot: 'Odette' }), drawn({ id: 'b', bot: 'Odette' }))
  assert.notEqual(drawn({ id: 'a', bot: 'Odette' }), drawn({ id: 'a', bot: 'Lucien' }))
})

test('what was chosen goes before what follows from the id', () => {
  assert.equal(drawn({ id: 'a', chosen: 3 }), drawn({ id: 'b', chosen: 3 }))
  assert.notEqual(drawn({ id: 'a' }), drawn({ id: 'b' }))
})

test('a number that no portrait has is none', () => {
  assert.equal(drawn({ id: 'a', chosen: 999 }), drawn({ id: 'a' }))
})

test('screen readers pass over it', () => {
  render(Avatar, { id: 'a' })
  assert.equal(document.querySelector('svg')?.getAttribute('aria-hidden'), 'true')
})
