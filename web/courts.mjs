// Pictures of the court cards, cut out of a public-domain deck (@letele/playing-cards, CC0) into
// .courts/, without its indices: ours are in the player's language.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const deckFile = new URL('./node_modules/@letele/playing-cards/dist/index.esm.js', import.meta.url)
const out = new URL('./.courts/', import.meta.url)

const inks = { red: '#c8202f', '#44F': '#2b4a8b', '#FC4': '#eab54a' }

/** The deck draws React elements; these two stand-ins make it draw text. */
const React = {
  createElement(tag, props, ...children) {
    const attributes = Object.entries(props ?? {}).filter(([, value]) => value !== undefined)
    const text = attributes.map(([name, value]) => ` ${attributeName(name)}="${value}"`).join('')
    return `<${tag}${text}>${children.flat().filter(Boolean).join('')}</${tag}>`
  },
}

function attributeName(name) {
  return name === 'viewBox' || name === 'preserveAspectRatio'
    ? name
    : name.replace(/[A-Z]/g, (c) => '-' + c.toLowerCase())
}

function loadDeck() {
  const source = readFileSync(deckFile, 'utf8').replace(/^import .*$/gm, '')
  const names = source
    .match(/export \{(.*)\};/)[1]
    .split(',')
    .map((pair) => pair.trim().split(' as '))
  const body =
    source.replace(/export \{.*\};/, '') +
    `;return {${names.map(([own, name]) => `${name}:${own}`)}}`
  return new Function('React', '_extends', body)(React, Object.assign)
}

/** One decimal is enough on a grid of 1300. Arcs keep theirs: their flags may be glued to a number. */
function rounded(path) {
  if (/a/i.test(path)) return path
  return path.replace(/-?\d*\.\d+/g, (number, at) => {
    const text = String(+(+number).toFixed(1)).replace(/^(-?)0\./, '$1.')
    return /[\d.]/.test(path[at - 1] ?? '') && text[0] !== '-' ? ' ' + text : text
  })
}

/** One court: the six layers of its upper half, and the same turned about, without the pips on its clothes. */
function court(svg, rank, suit) {
  const text = svg.replaceAll(`${suit}-${rank}_svg__`, '')
  const layers = [...text.matchAll(/<symbol id="[b-g]".*?<\/symbol>/gs)].map(([layer]) => layer)
  const half = layers
    .reverse()
    .map((layer) => layer.replace(/<symbol.*?>|<\/symbol>|<use.*?<\/use>/g, ''))
    .join('')
  const art = half
    .replace(/="(red|#44F|#FC4)"/g, (_, ink) => `="${inks[ink]}"`)
    .replace(/ d="(.*?)"/g, (_, path) => ` d="${rounded(path)}"`)
    .replaceAll('></path>', '/>')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1300 2000" preserveAspectRatio="none">` +
    `<defs><g id="half">${art}</g></defs><use href="#half"/><use href="#half" transform="rotate(180 650 1000)"/></svg>`
  )
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const deck = loadDeck()
for (const suit of 'SHDC') {
  for (const rank of 'JQK') {
    const svg = deck[suit + rank.toLowerCase()]({})
    writeFileSync(new URL(`${rank}${suit}.svg`, out), court(svg, rank, suit))
  }
}
