import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifySchemaValidationError as Fault } from 'fastify/types/schema.js'
import type { Json } from '../../db/json.ts'
import { Refusal } from '../../errors.ts'
import { answerOf, type Expected, type Given, guardVersion } from './answer.ts'
import type { ReadHandler, WriteHandler } from './handlers.ts'
import type { Spec } from './spec.ts'
import { faultsOf } from './validation-sentences.ts'
import type { Check } from './validators.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The handler that reads the record at a path. The body of a `PUT` to the same path is compared with this record. */
    reads: Map<string, ReadHandler>
  }
}

type Change = { tx: object; body: object; expected: Expected; request: FastifyRequest }

/**
 * The handler of a PUT that accepts a record as it was read. Fields that the route does not accept, such as `id` and `version`, and
 * masked values are left out if they equal the stored ones, and refused at their field otherwise. Without a change the record is
 * returned unchanged.
 */
export function changing(
  app: FastifyInstance,
  path: string,
  { unchanged: meta }: Spec,
  handler: WriteHandler,
): WriteHandler {
  return async (given) => {
    const change = given as Change
    const { body, request } = change
    const fault = request.validationError
    const read = app.reads.get(path)
    if (!read || !(fault || isEmpty(body))) return handler(change)
    const answer = await read({ ...change, db: change.tx, query: {} }).catch((error) => {
      throw fault ?? error
    })
    const stored = recordIn(answer)
    if (!stored) {
      // The path returns a list, which is not a record that a body could repeat.
      if (fault) throw fault
      return handler(change)
    }
    const expected = expectedBy(change, stored)
    const changes = fault ? changesIn(body, stored, request) : body
    if (!isEmpty(changes)) return handler({ ...change, expected, body: changes })
    if (stored.version !== undefined) guardVersion(stored as { version: number }, expected)
    return meta ? { ...(answer as Json), meta } : answer
  }
}

/**
 * Refuses bodies that cannot be a record as it was read. Fastify leaves the body faults of a PUT to this function, and does not
 * check what comes after the body.
 */
export function refuseOtherFaults(app: FastifyInstance, path: string, request: FastifyRequest) {
  const { validationError: fault } = request
  if (!fault) return
  const isRecord = typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body)
  if (fault.validationContext !== 'body' || !isRecord || !app.reads.has(path)) throw fault
  const checkQuery = request.getValidationFunction('querystring') as Check | undefined
  if (checkQuery && !checkQuery(request.query))
    throw new Refusal('invalid_input', { errors: faultsOf(checkQuery.errors ?? []) })
}

type Stored = Record<string, unknown>

const recordIn = (answer: Given): Stored | undefined => {
  const { data } = JSON.parse(`${answerOf(200, answer).body}`)
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : undefined
}

// A body with a version is a change of that version, also if another change is committed between this read and the lock.
const expectedBy = ({ body, expected }: Change, { version }: Stored): Expected =>
  expected ?? (typeof version === 'number' && Reflect.get(body, 'version') === version ? [version] : undefined)

const changesIn = (body: object, stored: Stored, request: FastifyRequest) => {
  const check = request.getValidationFunction('body') as Check
  // The check converts instants and amounts to one form, so the stored values are converted too before the comparison.
  check(stored)
  const changes = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isDeepStrictEqual(value, stored[name])),
  )
  while (!isEmpty(changes) && !check(changes)) {
    const faults = check.errors ?? []
    const left = faults.filter((fault) => leaveOut(changes, stored, pathOf(fault)))
    if (!left.length)
      throw new Refusal('invalid_input', { errors: faultsOf(faults.map((fault) => naming(fault, stored))) })
  }
  return changes
}

/** Removes the value at a path of the body, if the record has the same value there. */
const leaveOut = (changes: object, stored: Stored, path: string[]) => {
  const [around, name = ''] = [valueAt(changes, path.slice(0, -1)), path.at(-1)]
  const value = valueAt(changes, path)
  if (value === undefined || Array.isArray(around) || !isDeepStrictEqual(value, valueAt(stored, path))) return false
  return Reflect.deleteProperty(around as object, name)
}

const naming = (fault: Fault, stored: Stored): Fault =>
  fault.keyword === 'additionalProperties' && valueAt(stored, pathOf(fault)) !== undefined
    ? { ...fault, keyword: 'setByService' }
    : fault

const pathOf = ({ instancePath, params }: Fault) => {
  const parts = instancePath.split('/').slice(1)
  return [...parts.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~')), ...inner(params)]
}
const inner = ({ additionalProperty }: Fault['params']) =>
  additionalProperty === undefined ? [] : [String(additionalProperty)]

const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
        ? Reflect.get(inside, name)
        : undefined,
    value,
  )

const isEmpty = (body: object) => Object.keys(body).length === 0
