// Plain text in a tab of its own.

export function showText(text: string): void {
  const file = new Blob([text], { type: 'text/plain;charset=utf-8' })
  window.open(URL.createObjectURL(file))
}
