// The picture of a day's result: what is written, and a mark for each trick.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { HEIGHT, WIDTH, drawDay, type Pen } from '../../src/today/picture'

const SHOWN = {
  title: 'French',
  day: '26 November',
  result: '230 ahead',
  score: '230 : 0',
  tricks: [true, false, true],
}

/** Build a pen that takes down what it writes and fills, each letter as wide as its size. */
function recorder() {
  const written: [string, string][] = []
  const marks: unknown[] = []
  const pen: Pen = {
    fillStyle: '',
    font: '',
    fillRect: (...box) => assert.deepEqual(box, [0, 0, WIDTH, HEIGHT]),
    fillText: (text) => written.push([text, pen.font]),
    measureText: (text) => ({ width: text.length * sizeOf(pen.font) }) as TextMetrics,
    beginPath: () => undefined,
    roundRect: () => undefined,
    fill: () => marks.push(pen.fillStyle),
  }
  return { pen, written, marks }
}
const sizeOf = (font: string) => Number(/(\d+)px/.exec(font)?.[1])

test('result, score and day are written, and tricks are marked by who won them', () => {
  const { pen, written, marks } = recorder()
  drawDay(pen, SHOWN, (name) => name)
  assert.deepEqual(
    written.map(([text]) => text),
    ['Rebelote', 'French · 26 November', '230 ahead', '230 : 0'],
  )
  assert.deepEqual(marks, ['--gold', '--felt-dark', '--gold'])
})

test('a long line becomes smaller, and stays within the picture', () => {
  const { pen, written } = recorder()
  drawDay(pen, { ...SHOWN, result: 'a result that is rather long' }, (name) => name)
  const [text, font] = written[2]!
  assert.ok(text.length * sizeOf(font) <= WIDTH)
  assert.ok(sizeOf(font) < 84)
})
