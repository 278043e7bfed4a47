import { randomUUID } from 'node:crypto'

/** The id of a request: the caller's own, where it is one, else a new one. */
export const requestId = (given: string | string[] | undefined) =>
  typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()

/** Whether somebody who asks would take JSON. */
export const isJsonTaken = (accept: string | undefined) =>
  accept === undefined || accept === '' || /\*\/\*|json|application\/\*|text\/|image\//.test(accept)
