import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusalOf } from '../../db/faults.ts'
import { refuse } from '../../errors.ts'
import { type Access, type Actor, permit } from './access.ts'
import { isJsonTaken } from './headers.ts'
import { type Identify, type Identity, identities } from './identity.ts'

/** Every route says who may use it, and nobody else gets as far as its handler. */
export const guard = (app: FastifyInstance, identify: Identify) => {
  const recognise = recogniser(identities(identify))
  app.decorate('recognise', recognise)
  app.addHook('onRoute', requireAccess)
  // A hook that waits for nothing calls back at once: a promise each would cost every request.
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions
    if (request.is404 || request.method === 'OPTIONS') return done()
    if (!config.bytes && !isJsonTaken(request.headers.accept)) refuse('not_acceptable')
    const known = recognise(request)
    if (known) known.then(() => done(), done)
    else done()
  })
}

type Declared = { method: string | string[]; url: string; config?: { access?: Access } }
const requireAccess = ({ method, url, config }: Declared) => {
  if (!config?.access && method !== 'OPTIONS') throw new Error(`${method} ${url} declares no access`)
}

// Reads go on with the guess and are answered only when it is proven; everything else waits for the proof.
const recogniser =
  (identityOf: ReturnType<typeof identities>) =>
  (request: FastifyRequest): Promise<void> | undefined => {
    const { access = 'signed-in', byHand } = request.routeOptions.config
    if (access === 'public') return undefined
    const identity = identityOf(request)
    if (!identity) return refuse('unauthenticated')
    const guess = request.method === 'GET' && !byHand ? identity.guess : undefined
    if (!guess || !mayPass(access, guess)) return admit(request, access, identity)
    request.actor = guess
    request.identity = identity
    return undefined
  }

const admit = async (request: FastifyRequest, access: Access, identity: Identity) => {
  request.actor = await identity.proof.catch((error) => {
    throw refusalOf(error) ?? error
  })
  permit(access, request.actor)
}

const mayPass = (access: Access, { role }: Actor) =>
  access === 'signed-in' || access === 'public' || access.includes(role)

/** What was refused on a guess is told only to whom the proof agrees with; a dead token hears that it is dead. */
export const provenFault = (error: unknown, { identity }: FastifyRequest) =>
  identity
    ? identity.proof.then(
        () => error,
        (dead) => dead,
      )
    : error
