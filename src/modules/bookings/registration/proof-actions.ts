import { hash, randomBytes } from 'node:crypto'
import { secondsNow } from '../../../kit/clock.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { isOver, tally } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import type { Proof } from './schema.ts'

/** Creates a challenge for a proof of work. It is signed, not stored, and valid for ten minutes. */
export const newChallenge = async (db: Db, keys: Keys, bits: number) => {
  const content = `${Math.floor(await secondsNow(db)) + limits.challenge.seconds}.${randomBytes(9).toString('base64url')}`
  return { challenge: `${content}.${signature(keys, content)}`, bits }
}

/** Refuses a registration without the required proof of work. A challenge can be used once. */
export const requireProof = async (tx: Tx, keys: Keys, bits: number, proof: Proof | undefined) => {
  if (bits === 0) return
  if (!proof || zeroBits(proof) < bits || !(await isValid(tx, keys, proof.challenge)) || !(await isFirstUse(tx, proof)))
    refuseField('proof', unproved)
}

const isValid = async (tx: Tx, keys: Keys, challenge: string) => {
  const [expires = '', salt = '', signed = ''] = challenge.split('.')
  if (signed !== signature(keys, `${expires}.${salt}`)) return false
  return Number(expires) > (await secondsNow(tx))
}

// Of two registrations with the same challenge, the second waits until the first has committed.
const isFirstUse = async (tx: Tx, { challenge }: Proof) => !isOver(await tally(tx, limits.challenge, challenge))

const zeroBits = ({ challenge, nonce }: Proof) => {
  const digest = hash('sha256', `${challenge}.${nonce}`, 'buffer')
  return Math.clz32(digest.readUInt32BE())
}

const signature = (keys: Keys, content: string) => keys.mac('registration challenge', content).toString('base64url')

const unproved = [
  '請先取得 challenge（GET /api/trip-registrations/challenge），算出 nonce 後一併送出；每個 challenge 十分鐘內可用一次。',
  'Get a challenge from GET /api/trip-registrations/challenge and send it with its nonce; each can be used once, within ten minutes.',
] as const
