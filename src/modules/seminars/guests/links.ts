import type { Keys } from '../../../kit/secrets/keys.ts'

const PURPOSE = 'seminar guest'

/** What a guest's link ends in: its place on a list, signed. The link is good for as long as the place is there. */
export const guestToken = (keys: Keys, attendance: number) =>
  `${attendance}.${keys.mac(PURPOSE, `${attendance}`).toString('base64url')}`

/** The place a link is for, or nothing where the link is not one of ours. */
export const placeIn = (keys: Keys, token: string): number | undefined => {
  const [, attendance = '', mac = ''] = token.match(/^([1-9]\d{0,8})\.([\w-]{43})$/) ?? []
  return attendance && keys.isMac(PURPOSE, attendance, Buffer.from(mac, 'base64url')) ? Number(attendance) : undefined
}
