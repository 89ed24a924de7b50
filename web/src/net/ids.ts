// Random ids, in hexadecimal digits.

/** Bytes in hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A random id for a message. (`crypto.randomUUID` does not exist on plain HTTP.) */
export const newId = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))
