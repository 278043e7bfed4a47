/** RFC 4648, without padding: the form in which authenticator apps accept a secret. */
export function base32(bytes: Buffer) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
