/** A key that nobody guesses. `crypto.randomUUID` is missing in browsers on a page without TLS. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
