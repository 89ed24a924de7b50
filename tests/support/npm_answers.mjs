// Answers questions, a line of JSON each, by the packages that are installed in this folder.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const here = createRequire(`${process.cwd()}/`)
const installed = (name) => import(pathToFileURL(here.resolve(name)))
const { loadKernel } = await installed('@rebelote/kernel')
const { ruleSet } = await installed('@rebelote/rules')
const kernel = await loadKernel()

const answers = {
  legal: (law, { hand, trick }) => law.legal(hand, trick),
  winner: (law, { trick }) => law.winner(trick),
  excluded: (law, { card, trick }) => law.excluded(card, trick),
  perft: (law, { position, depth }) => Number(law.perft(position, depth)),
  solve: (law, { position, aim }) => {
    const { points, values, line } = law.solve(position, { ...aim, values: true, line: true })
    return { points, values: [...values], line }
  },
  worlds: (_, { hidden, count, seed }) => {
    const { total, drawn } = kernel.worlds(hidden, count, BigInt(seed))
    return { total: Number(total), drawn }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { of, rules, contract, closed, ...asked } = JSON.parse(line)
  try {
    const law = kernel.law(ruleSet(rules).law(contract, closed))
    console.log(JSON.stringify({ answer: answers[of](law, asked) }))
  } catch (error) {
    console.log(JSON.stringify({ refused: error.message }))
  }
}
