// The result of a day as a picture to share: 1200 by 630, on the felt that was chosen.

import { save } from '../lib/saveFile'

export const [WIDTH, HEIGHT] = [1200, 630]
const EDGE = 80
const MARK = 64
const GAP = 16
const SERIF = "Literata, 'Source Serif 4', Georgia, serif"
const SANS = "'Source Sans', system-ui, sans-serif"

export interface DayPicture {
  /** The game, and the day in words. */
  title: string
  day: string
  /** The result in large type, and the score. */
  result: string
  score: string
  /** Whether each trick was won. */
  tricks: readonly boolean[]
}

/** The part of a canvas that is used here. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'font'
  | 'fillRect'
  | 'fillText'
  | 'beginPath'
  | 'roundRect'
  | 'fill'
  | 'measureText'
>

/** Draw it in the colours of the page, by the names of their tokens. */
export function drawDay(pen: Pen, shown: DayPicture, token: (name: string) => string): void {
  pen.fillStyle = token('--felt')
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  const write = (text: string, y: number, size: number, face: string, colour: string) => {
    const font = (at: number) => `600 ${at}px ${face}`
    pen.font = font(size)
    const most = WIDTH - 2 * EDGE
    const { width } = pen.measureText(text)
    if (width > most) pen.font = font(Math.floor((size * most) / width))
    pen.fillStyle = token(colour)
    pen.fillText(text, EDGE, y)
  }
  write('Rebelote', 120, 52, SERIF, '--gold')
  write(`${shown.title} · ${shown.day}`, 190, 38, SANS, '--on-felt-soft')
  write(shown.result, 330, 84, SERIF, '--on-felt')
  write(shown.score, 410, 48, SANS, '--on-felt-soft')
  shown.tricks.forEach((won, i) => {
    pen.fillStyle = token(won ? '--gold' : '--felt-dark')
    pen.beginPath()
    pen.roundRect(EDGE + i * (MARK + GAP), HEIGHT - EDGE - MARK, MARK, MARK, 12)
    pen.fill()
  })
}

/** Convert the picture of the day to a PNG file. */
export async function pictureOf(shown: DayPicture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: WIDTH, height: HEIGHT })
  const style = getComputedStyle(document.documentElement)
  drawDay(canvas.getContext('2d')!, shown, (name) => style.getPropertyValue(name).trim())
  return new Promise((done, failed) =>
    canvas.toBlob((png) => (png ? done(png) : failed(new Error('no picture'))), 'image/png'),
  )
}

/** Give it to the device's share sheet, or save it where there is none. */
export async function sharePicture(shown: DayPicture, name: string): Promise<void> {
  const file = new File([await pictureOf(shown)], `${name}.png`, { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the share sheet rejects, which is no error.
    await navigator.share({ files: [file] }).catch(() => null)
    return
  }
  save(file, file.name)
}
