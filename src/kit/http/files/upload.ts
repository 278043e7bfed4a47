import { hash, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { type FieldFaults, refuse } from '../../errors.ts'
import type { Arrived, Received } from '../../fields.ts'
import { removeArrival, storeArrival } from '../../files/arrivals.ts'
import { type Findings, inspect, type Verdict } from '../../files/inspect.ts'
import { displayName } from '../../files/names.ts'
import { withoutMetadata } from '../../files/pictures.ts'
import type { Store } from '../../files/store.ts'
import { removeUnknown } from '../../files/sweep.ts'
import { FILE_MB } from '../../sizes.ts'
import { faultsOf } from '../routes/validation-sentences.ts'
import type { Check } from '../routes/validators.ts'
import { stopClock } from '../server/deadline.ts'
import { asRefusal } from '../server/problem.ts'
import { type Form, formLimits, takeForm } from './form.ts'

/** Checks, before an upload is read, whether it is accepted from a caller without an account; refuses by throwing. */
export type BeforeUpload = (given: { db: Db; params: Record<string, string> }) => Promise<unknown>

/** A route whose body is a multipart form. It has its own Fastify scope, so that no other route accepts forms. */
export function uploadRoute(
  app: FastifyInstance,
  form: TSchema,
  { handler, ...options }: Route,
  beforeUpload?: BeforeUpload,
) {
  return app.register(async (scope) => {
    refuseOtherTypes(scope)
    // A file that is read and not kept says how large it may be.
    const { megabytes, isPublicPicture } = fileOf(form)
    const most = megabytes ?? FILE_MB
    await scope.register(multipart, { limits: { ...formLimits, fileSize: most * MB }, throwFileSizeLimit: false })
    // The fields of a form arrive as text, like those of a query.
    const check = scope.validators.text(form)
    scope.post(options.url, {
      ...options,
      ...(beforeUpload && { onRequest: (request: FastifyRequest) => checkAdmission(request, beforeUpload) }),
      handler: async (request, reply) => {
        // The duration of the upload does not count towards the time budget.
        const startClock = stopClock(request)
        const taken = await takeForm(request, scope.files.arrivals, most).finally(startClock)
        const within = megabytes === undefined ? withFile : withArrival
        const work = (body: { file: Received | Arrived }) => {
          request.body = body
          return handler(request, reply)
        }
        return within(request, taken, check, work, isPublicPicture)
      },
    })
  })
}

/** Validates a received form, stores its file, and does the work with the body. A file that nothing refers to afterwards is removed. */
export async function withFile<T>(
  request: FastifyRequest,
  taken: Form,
  check: Check,
  work: (body: Body) => Promise<T>,
  isPublicPicture = false,
) {
  try {
    const { body, thumbnail } = await validBody(taken, check, isPublicPicture)
    await store(request.server.files, taken, body.file, thumbnail)
    return await settled(request, body.file, () => work(body))
  } finally {
    await discard(taken)
  }
}
type Body = { file: Received }
/** A form may do without its file. */
type Kept = Received | undefined

type FileField = { megabytes?: number; isPublicPicture?: boolean }
const fileOf = (form: TSchema) => (form as { properties?: { file?: FileField } }).properties?.file ?? {}
const MB = 1024 * 1024

/** Validates a received form and does the work with the bytes of its file, which is then removed. */
const withArrival = async <T>(
  _request: FastifyRequest,
  taken: Form,
  check: Check,
  work: (body: { file: Arrived }) => Promise<T>,
) => {
  try {
    const { fields, arrival } = taken
    const body = { ...fields, ...(arrival && { file: await arrivedAs(arrival) }) }
    if (!check(body)) refuse('invalid_input', { errors: faultsOf(check.errors ?? []) })
    // A cast, because the form's schema requires a file.
    return await work(body as { file: Arrived })
  } finally {
    await discard(taken)
  }
}

// `bytes` is not enumerable: for idempotency the hash says which file it is.
const arrivedAs = async ({ path, name }: NonNullable<Form['arrival']>): Promise<Arrived> => {
  const bytes = await readFile(path)
  const told = { name: displayName(name), size: bytes.length, sha256: hash('sha256', bytes), bytes }
  return Object.defineProperty(told, 'bytes', { enumerable: false })
}

// A body of another type is not read at all: `takeForm` refuses it.
const refuseOtherTypes = (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
}

const checkAdmission = async ({ server, params, raw }: FastifyRequest, beforeUpload: BeforeUpload) => {
  try {
    await beforeUpload({ db: server.database.db, params: params as Record<string, string> })
  } catch (error) {
    // The rest of the body is read and discarded, so that the client receives the answer.
    raw.resume()
    throw error
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Route = Omit<RouteOptions, 'method' | 'handler'> & { handler: Answer }

/** Converts the form to a body with its file. Refuses with all wrong fields at once. */
const validBody = async ({ fields, arrival, ...dropped }: Form, check: Check, isPublicPicture: boolean) => {
  const verdict: Verdict = arrival ? await inspect(arrival.path, arrival.name) : dropped
  const { thumbnail, fault } = verdict
  const findings = arrival && isPublicPicture ? await cleaned(arrival.path, verdict.findings) : verdict.findings
  const body = { ...fields, ...(findings && { file: receivedAs(findings) }) }
  const faults: FieldFaults = {
    ...(!check(body) && faultsOf(check.errors ?? [])),
    ...(fault && { file: [fault] }),
  }
  if (Object.keys(faults).length) refuse('invalid_input', { errors: faults })
  // A cast, because the form's schema says whether there is a file.
  return { body: body as Body, thumbnail }
}

/** Takes the metadata out of a picture that everybody may see. A file that is no picture stays as it is. */
const cleaned = async (path: string, findings: Findings | undefined) => {
  if (!findings || findings.width === null) return findings
  const bytes = await withoutMetadata(await readFile(path), findings.media_type)
  await writeFile(path, bytes, { mode: 0o600, flush: true })
  return { ...findings, size: bytes.length, sha256: hash('sha256', bytes) }
}

// `place` is not enumerable, so it is not in the JSON of the body: the same file sent again is the same request for idempotency.
const receivedAs = (findings: Findings): Received =>
  Object.defineProperty({ ...findings, place: '' }, 'place', { value: randomUUID(), enumerable: false })

// Before the transaction, so that it never waits for a disk or a bucket.
const store = async (files: Store, { arrival }: Form, file: Kept, thumbnail: Buffer | undefined) => {
  if (arrival && file) await storeArrival(files, arrival.path, file.place, thumbnail)
}

// Removes bytes at once if no row refers to them. If that fails, or it is unknown whether the transaction was committed, the hourly
// sweep removes them.
const settled = async <T>(request: FastifyRequest, file: Kept, answer: () => Promise<T>) => {
  if (!file) return answer()
  const { place } = file
  const { files, database } = request.server
  const removeUnused = () => removeUnknown(database.db, files, [place]).catch(() => {})
  try {
    const answered = await answer()
    await removeUnused()
    return answered
  } catch (error) {
    if (asRefusal(error).code !== 'unavailable') await removeUnused()
    throw error
  }
}

/** Removes the temporary files of a form. */
export async function discard({ arrival }: Form) {
  if (arrival) await removeArrival(arrival.path)
}
