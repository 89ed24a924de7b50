// Random ids, in hexadecimal digits.

/** Write bytes in hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Return a random id for a message. (`crypto.randomUUID` does not exist on plain HTTP.) */
export const newId = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))
