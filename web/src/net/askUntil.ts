// Questions whose answer takes the server a while: asked again until it has come.

/** Milliseconds between two questions. */
export const ASK_AGAIN = 700

/** Ask until the answer is `enough`, `pause` milliseconds apart. Nothing once `signal` is aborted. */
export async function askUntil<Answer>(
  ask: () => Promise<Answer>,
  enough: (answer: Answer) => boolean,
  signal: AbortSignal,
  pause = ASK_AGAIN,
): Promise<Answer | null> {
  while (!signal.aborted) {
    const answer = await ask()
    if (enough(answer)) return answer
    await new Promise((again) => setTimeout(again, pause))
  }
  return null
}
