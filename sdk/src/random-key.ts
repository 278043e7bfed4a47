/** A key that nobody can guess. `crypto.randomUUID` does not exist in browsers on a page without TLS. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
