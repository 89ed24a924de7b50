// What a projector shows turns by itself.

const PERIOD = 12_000

/** What does not fit is shown a screen at a time, and then from the top again. */
function turn() {
  const { scrollHeight } = document.documentElement
  const end = scrollY + innerHeight >= scrollHeight - 1
  scrollTo(0, end ? 0 : scrollY + 0.85 * innerHeight)
}

/** Turn every few seconds; the function that ends it. */
export function turning(): () => void {
  const timer = setInterval(turn, PERIOD)
  return () => clearInterval(timer)
}
