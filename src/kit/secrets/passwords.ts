import crypto, { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import bcrypt from 'bcryptjs'
import { limiter } from '../async/limiter.ts'

const derive = (given: Argon2Parameters) => promisify(crypto.argon2)('argon2id', given)
const COST = { memory: 19_456, passes: 2, parallelism: 1 }

export async function hashPassword(password: string) {
  const nonce = randomBytes(16)
  const tag = await hashing(() => derive({ message: password, nonce, tagLength: 32, ...COST }))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(nonce)}$${plain(tag)}`
}

/**
 * Takes the same time whether the account exists or not. `first` passes the queue. It is set if the account has signed in from the
 * caller's address before, so that a flood of attempts from other addresses does not delay it.
 */
export async function isPassword(password: string, hash: string | null | undefined, { first = false } = {}) {
  if (hash?.startsWith('$2')) return hashing(() => bcrypt.compare(password, hash.replace(/^\$2y/, '$2b')), { first })
  const [, , , costs, nonce = '', tag = ''] = (hash ?? (await nobody)).split('$')
  const [memory, passes, parallelism] = (costs ?? '').split(',').map((cost) => Number(cost.slice(2)))
  const right = Buffer.from(tag, 'base64')
  const cost = { memory: memory ?? 0, passes: passes ?? 0, parallelism: parallelism ?? 0 }
  const salt = { nonce: Buffer.from(nonce, 'base64'), tagLength: right.length }
  const given = await hashing(() => derive({ message: password, ...salt, ...cost }), { first })
  return timingSafeEqual(given, right) && !!hash
}

/** Whether a hash is imported (bcrypt) or has outdated parameters; it is replaced at the next sign-in. */
export function isOutdated(hash: string) {
  return !hash.startsWith(`$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`)
}

const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

// Hashing is expensive on purpose. It leaves one core to other work; with two cores, also half the time of the second one.
const MAX_WAITING = 40
const hashing =
  availableParallelism() > 2
    ? limiter(2, { maxWaiting: MAX_WAITING })
    : limiter(1, { rest: 1, maxWaiting: MAX_WAITING })

const nobody = hashPassword(randomBytes(16).toString('hex'))
