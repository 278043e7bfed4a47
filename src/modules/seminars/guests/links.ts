import type { Keys } from '../../../kit/secrets/keys.ts'

const PURPOSE = 'seminar guest'

/** The token of a guest's link: the signed id of its attendance. It is valid as long as the attendance exists. */
export const guestToken = (keys: Keys, attendance: number) =>
  `${attendance}.${keys.mac(PURPOSE, `${attendance}`).toString('base64url')}`

/** The attendance of a token, or undefined if its signature is wrong. */
export const placeIn = (keys: Keys, token: string): number | undefined => {
  const [, attendance = '', mac = ''] = token.match(/^([1-9]\d{0,8})\.([\w-]{43})$/) ?? []
  return attendance && keys.isMac(PURPOSE, attendance, Buffer.from(mac, 'base64url')) ? Number(attendance) : undefined
}
