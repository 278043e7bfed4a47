import type { FastifyRequest } from 'fastify'
import { hashOf } from '../../secrets/tokens.ts'
import type { Actor } from './access.ts'
import { cookieToken } from './session-cookie.ts'

/** Finds who a token belongs to now; refuses what is dead. */
export type Identify = (tokenHash: Buffer) => Promise<Actor>

export type Identity = { guess?: Actor | undefined; proof: Promise<Actor> }

const REMEMBERED = 5_000

/**
 * Who is calling. A token that was seen before gives a guess at once, so that a read and the proof of its
 * caller travel to the database together; nothing is answered before the proof agrees with the guess.
 */
export const identities = (identify: Identify) => {
  const remembered = new Map<string, { tokenHash: Buffer; actor: Actor }>()

  return (request: FastifyRequest): Identity | undefined => {
    const token = tokenOf(request)
    if (!token) return undefined
    const known = remembered.get(token)
    const tokenHash = known?.tokenHash ?? hashOf(token)
    const proof = identify(tokenHash).then((actor) => {
      if (remembered.size >= REMEMBERED) remembered.clear()
      remembered.set(token, { tokenHash, actor })
      return actor
    })
    // Whoever uses it awaits it; a refused request may leave before that.
    proof.catch(() => remembered.delete(token))
    return { guess: known?.actor, proof }
  }
}

export const sameActor = (a: Actor, b: Actor) => {
  for (const key in b) if (a[key as keyof Actor] !== b[key as keyof Actor]) return false
  return true
}

// A request that sends `Authorization` is judged by that alone.
const tokenOf = (request: FastifyRequest) => {
  const { authorization } = request.headers
  return authorization === undefined ? cookieToken(request) : bearer(authorization)
}

const bearer = (header: string) => /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1]
