import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tx } from '../../kit/db/tables.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import { onBehalfOf } from '../../kit/http/server/deadline.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { isOver, isRemembered, refuseOver, remember, tally, throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'

const MONTH = 30 * 24 * 3600

/** An account and an address as fingerprints, by which limits count. */
type Attempt = { account: string; address: string }

/** The account and the address of the caller, for the limits, and what its transactions carry. */
export function comingFrom({ keys }: FastifyInstance, request: FastifyRequest, email: string) {
  return {
    account: accountFingerprint(keys, email),
    address: callerFingerprint(keys, request.ip),
    ...onBehalfOf(request),
  }
}

/** The keys that open secrets, and the address of the caller. */
export type Prover = { keys: Keys; address: string }

export function proverOf({ keys }: FastifyInstance, { ip }: FastifyRequest): Prover {
  return { keys, address: callerFingerprint(keys, ip) }
}

// The fingerprint of an account, regardless of upper and lower case.
const accountFingerprint = (keys: Keys, email: string) => keys.mac('account', email.toLowerCase()).toString('base64url')

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

/** Counts an attempt at a code. Called before the account is locked, so that all transactions take these locks in the same order. */
export async function admitCode(tx: Tx, email: string, { keys, address }: Prover) {
  const attempt = { account: accountFingerprint(keys, email), address }
  const over = await admit(tx, attempt, await isHome(tx, attempt), 'code')
  if (over) refuseOver(over)
  return attempt
}

/** Counts an attempt of a signed-in caller to enter its own password. */
export function admitPassword(tx: Tx, { id }: { id: number }) {
  return throttle(tx, limits.password, id)
}

export function isHome(tx: Tx, { account, address }: Attempt) {
  return isRemembered(tx, homeKey(account, address))
}

/** Records an address from which an account was signed in. */
export function noteHome(tx: Tx, { account, address }: Attempt) {
  return remember(tx, homeKey(account, address), MONTH)
}

const homeKey = (account: string, address: string) => `home ${account} ${address}`
