import type { Keys } from '../secrets/keys.ts'

/** Tells whether a master key is the one a backup was made under. */
export const keyCheck = (keys: Keys) => keys.mac('backup', 'key check').toString('hex')
export const isKeyOf = (keys: Keys, check: string) => keys.isMac('backup', 'key check', Buffer.from(check, 'hex'))
