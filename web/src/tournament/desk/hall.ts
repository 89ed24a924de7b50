// Automatic page turning for a projector.

const PERIOD = 12_000

/** Scroll down by a screen, or back to the top from the end. */
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
