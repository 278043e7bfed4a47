import type { Static, TSchema } from 'typebox'
import { Refusal } from '../../errors.ts'
import { closed } from './envelope.ts'
import { faultsOf } from './validation-sentences.ts'
import { validators } from './validators.ts'

/** Validates and converts texts from a file or a command line by the schema of a body. */
export function textParser<S extends TSchema>(schema: S, zone: string) {
  const check = validators(zone).text(closed(schema))
  return (texts: Record<string, string | undefined>): Static<S> => {
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
    if (!check(given)) throw new Refusal('invalid_input', { errors: faultsOf(check.errors ?? []) })
    return given as Static<S>
  }
}
