import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { isOver, isRemembered, remember, tally } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'

const MONTH = 30 * 24 * 3600

export type Attempt = { account: string; address: string }

/** The fingerprint by which limits count an account, regardless of upper and lower case. */
export function accountFingerprint(keys: Keys, email: string) {
  return keys.mac('account', email.toLowerCase()).toString('base64url')
}

/**
 * Counts an attempt to guess a password (`login`) or a second factor (`code`). An account under attack refuses all addresses except
 * those that its owner has signed in from before, which have their own counter.
 */
export async function admit(tx: Tx, { account, address }: Attempt, isHome: boolean, what: 'login' | 'code') {
  const ofAddress = await tally(tx, limits[`${what} address`], address)
  const ofAccount = isHome
    ? await tally(tx, limits[`${what} home`], `${account} ${address}`)
    : await tally(tx, limits[`${what} account`], account)
  return [ofAddress, ofAccount].find(isOver)
}

export function isHome(tx: Tx, { account, address }: Attempt) {
  return isRemembered(tx, homeKey(account, address))
}

/** Records an address from which an account was signed in. */
export function noteHome(tx: Tx, { account, address }: Attempt) {
  return remember(tx, homeKey(account, address), MONTH)
}

const homeKey = (account: string, address: string) => `home ${account} ${address}`
