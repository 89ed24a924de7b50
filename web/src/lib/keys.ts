// Keys of the keyboard, whatever alphabet it writes.

const LATIN_KEY = /^Key([A-Z])$/

/** Return the key that was pressed: its Latin letter, also where the keyboard writes Cyrillic or
 * Greek. */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = LATIN_KEY.exec(code)?.[1]
  const other = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key)
  return letter && other ? letter.toLowerCase() : key
}
