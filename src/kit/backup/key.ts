import type { Keys } from '../secrets/keys.ts'

/** A MAC under the master key. A restore compares it, to check that it has the master key of the backup. */
export const keyCheck = (keys: Keys) => keys.mac('backup', 'key check').toString('hex')
export const isKeyOf = (keys: Keys, check: string) => keys.isMac('backup', 'key check', Buffer.from(check, 'hex'))
