import type { Keys } from '../../../kit/secrets/keys.ts'

const PURPOSE = 'seminar guest'

/**
 * The attendance of a signed id, or undefined if its signature is wrong. Mails before the release 1.1 hold these; they are valid as
 * long as the attendance exists.
 */
export const placeIn = (keys: Keys, token: string): number | undefined => {
  const [, attendance = '', mac = ''] = token.match(/^([1-9]\d{0,8})\.([\w-]{43})$/) ?? []
  return attendance && keys.isMac(PURPOSE, attendance, Buffer.from(mac, 'base64url')) ? Number(attendance) : undefined
}
