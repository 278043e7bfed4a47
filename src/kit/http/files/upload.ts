import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { type FieldFaults, refuse } from '../../errors.ts'
import type { Received } from '../../fields.ts'
import { type Findings, inspect, type Verdict } from '../../files/inspect.ts'
import { thumbnailOf } from '../../files/place.ts'
import type { Store } from '../../files/store.ts'
import { forgetUnknown } from '../../files/sweep.ts'
import { faultsOf } from '../routes/validation-sentences.ts'
import type { Check } from '../routes/validators.ts'
import { stopClock } from '../server/overdue.ts'
import { asRefusal } from '../server/problem.ts'
import { type Form, formLimits, takeForm } from './form.ts'

/** Whether something is taken in at all, from whoever is known by the address alone. */
export type Admits = (given: { db: Db; params: Record<string, string> }) => Promise<unknown>

/** A route whose body is a multipart form; in a scope of its own, so that no other route takes forms. */
export const uploadRoute = (app: FastifyInstance, form: TSchema, { handler, ...options }: Route, admits?: Admits) =>
  app.register(async (scope) => {
    refuseOtherTypes(scope)
    await scope.register(multipart, { limits: formLimits, throwFileSizeLimit: false })
    // The fields of a form arrive as text, like those of a query.
    const check = scope.validators.text(form)
    scope.post(options.url, {
      ...options,
      ...(admits && { onRequest: (request: FastifyRequest) => letIn(request, admits) }),
      handler: async (request, reply) => {
        // The time that the upload takes does not count.
        const startClock = stopClock(request)
        const taken = await takeForm(request, scope.files.arrivals).finally(startClock)
        try {
          const { body, thumbnail } = await judged(taken, check)
          request.body = body
          await keep(scope.files, taken, body.file, thumbnail)
          return await settled(request, body.file, () => handler(request, reply))
        } finally {
          await discard(taken)
        }
      },
    })
  })

// A body of another type is not read at all: `takeForm` refuses it.
const refuseOtherTypes = (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
}

const letIn = async ({ server, params, raw }: FastifyRequest, admits: Admits) => {
  try {
    await admits({ db: server.database.db, params: params as Record<string, string> })
  } catch (error) {
    // What is still on its way is let by, so that the answer is heard.
    raw.resume()
    throw error
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Route = Omit<RouteOptions, 'method' | 'handler'> & { handler: Answer }

/** The form as a body, its file included; every wrong field is told at once. */
const judged = async ({ fields, arrival }: Form, check: Check) => {
  const { findings, thumbnail, fault }: Verdict = arrival ? await inspect(arrival.path, arrival.name) : {}
  const body = { ...fields, ...(findings && { file: receivedAs(findings) }) }
  const faults: FieldFaults = {
    ...(!check(body) && faultsOf(check.errors ?? [])),
    ...(fault && { file: [fault] }),
  }
  if (Object.keys(faults).length) refuse('invalid_input', { errors: faults })
  // The form's rules demand a file.
  return { body: body as { file: Received }, thumbnail }
}

// The same file sent again is the same request, wherever its bytes were laid this time: JSON does not tell the place.
const receivedAs = (findings: Findings): Received =>
  Object.defineProperty({ ...findings, place: '' }, 'place', { value: randomUUID(), enumerable: false })

// Before the transaction, so that it never waits for a disk or a bucket.
const keep = async (files: Store, { arrival }: Form, { place }: Received, thumbnail: Buffer | undefined) => {
  if (!arrival) return
  await files.keep(arrival.path, place)
  if (!thumbnail) return
  await writeFile(`${arrival.path}.thumbnail`, thumbnail, { mode: 0o600, flush: true })
  await files.keep(`${arrival.path}.thumbnail`, thumbnailOf(place))
}

// Bytes that no row refers to are removed at once. Where that fails, or nobody knows how the transaction ended, the sweep does it.
const settled = async (request: FastifyRequest, { place }: Received, answer: () => Promise<unknown>) => {
  const { files, database } = request.server
  const forget = () => forgetUnknown(database.db, files, [place]).catch(() => {})
  try {
    const answered = await answer()
    await forget()
    return answered
  } catch (error) {
    if (asRefusal(error).code !== 'unavailable') await forget()
    throw error
  }
}

const discard = async ({ arrival }: Form) => {
  if (!arrival) return
  await rm(arrival.path, { force: true })
  await rm(`${arrival.path}.thumbnail`, { force: true })
}
