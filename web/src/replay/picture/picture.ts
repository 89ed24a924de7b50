// A position of a replay as a file: the drawing of `Picture.svelte` with everything it refers to within
// it, so that it looks the same wherever it is shown; and the same as pixels.

import { flushSync, mount, unmount, type ComponentProps } from 'svelte'
import Picture, { HEIGHT, WIDTH } from './Picture.svelte'

/** Pixels of the PNG for each unit of the drawing. */
const SCALE = 1.5
const SVG = 'image/svg+xml'

/** Properties from the style sheet, written at each element: a file has no style sheet of ours. */
const PAINT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
]

/** Draw the position as an SVG file. */
export async function svgOf(props: ComponentProps<typeof Picture>): Promise<Blob> {
  const stage = document.createElement('div')
  // Out of sight, but there: only what is in the page has a style.
  Object.assign(stage.style, { position: 'fixed', insetInlineStart: '-9999px', top: '0' })
  stage.setAttribute('aria-hidden', 'true')
  document.body.append(stage)
  const drawing = mount(Picture, { target: stage, props })
  flushSync()
  try {
    const copy = still(stage.querySelector('svg')!)
    copy.prepend(definitions())
    await Promise.all([...copy.querySelectorAll('image')].map(embed))
    return new Blob([new XMLSerializer().serializeToString(copy)], { type: SVG })
  } finally {
    await unmount(drawing)
    stage.remove()
  }
}

/** Convert the picture to a PNG file. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const image = new Image()
  image.src = await dataUrl(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: WIDTH * SCALE, height: HEIGHT * SCALE })
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, failed) =>
    canvas.toBlob((png) => (png ? done(png) : failed(new Error('no picture'))), 'image/png'),
  )
}

/** Return a copy whose looks depend on nothing outside it. */
function still(drawn: Element): Element {
  const copy = drawn.cloneNode(false) as Element
  const style = getComputedStyle(drawn)
  const above = drawn.parentElement && getComputedStyle(drawn.parentElement)
  resolve(drawn, copy)
  const root = drawn.parentElement?.namespaceURI !== drawn.namespaceURI
  for (const name of PAINT) {
    const value = style.getPropertyValue(name)
    if (root || value !== above?.getPropertyValue(name)) copy.setAttribute(name, value)
    else copy.removeAttribute(name)
  }
  if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity)
  copy.removeAttribute('class')
  for (const node of drawn.childNodes)
    if (node instanceof Element) copy.append(still(node))
    else if (node instanceof Text) copy.append(node.cloneNode())
  return copy
}

/** Return the pips and the backs. What is drawn from here has the colours of where it is used. */
function definitions(): Element {
  const drawn = document.querySelector('.sprite defs')!
  const copy = drawn.cloneNode(true) as Element
  const copies = [...copy.querySelectorAll('*')]
  drawn.querySelectorAll('*').forEach((one, i) => resolve(one, copies[i]!))
  return copy
}

/** Replace the names of colours by their values. */
function resolve(drawn: Element, copy: Element) {
  const style = getComputedStyle(drawn)
  for (const { name, value } of [...copy.attributes])
    if (value.includes('var('))
      copy.setAttribute(
        name,
        value.replace(/var\((--[\w-]+)\)/g, (_, token: string) =>
          style.getPropertyValue(token).trim(),
        ),
      )
}

/** Embed a court card's picture in the file. */
async function embed(image: SVGImageElement) {
  const outcome = await fetch(image.getAttribute('href')!)
  image.setAttribute('href', await dataUrl(await outcome.blob()))
}

const dataUrl = (file: Blob): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result as string)
    reader.onerror = () => failed(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })
