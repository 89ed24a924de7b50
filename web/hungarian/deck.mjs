// Draws the pictures of the Hungarian deck into .courts/hungarian/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { figure, figures } from './figures.mjs'
import { ace } from './seasons.mjs'

const out = new URL('../.courts/hungarian/', import.meta.url)

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
for (const card of figures) writeFileSync(new URL(`${card}.svg`, out), figure(card))
for (const suit of 'SHDC') writeFileSync(new URL(`A${suit}.svg`, out), ace(suit))
