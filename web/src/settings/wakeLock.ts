// Keeps the screen on while one sits at a table.

/** From now until the function that is returned is called; browsers let go while the page is hidden. */
export function keepAwake(): () => void {
  let held: WakeLockSentinel | null = null
  let over = false

  async function hold() {
    if (over || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      held = await navigator.wakeLock.request('screen')
    } catch {
      return // a battery that is low, or a browser that does not want to
    }
    if (over) void held.release()
  }

  const again = () => void hold()
  document.addEventListener('visibilitychange', again)
  again()
  return () => {
    over = true
    document.removeEventListener('visibilitychange', again)
    void held?.release()
  }
}
