import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { MOST_TRAVELERS } from '../../bookings/party-size.ts'
import { type OpenDraft, pathOfDraft } from '../../registration-drafts/draft.ts'
import { pathIn } from '../frame.ts'
import { marksOf, stepPath, steps } from './draft.ts'

// What the forms of a draft share.

/** The link by which a form of a draft was sent. */
export type DraftLink = {
  keys: Keys
  request: FastifyRequest
  serial: string
  token: string
  locale: Locale
  /** The address of the draft. */
  address: string
}

export function pathOf(locale: Locale, serial: string, token: string) {
  return pathIn(locale, `/register/${encodeURIComponent(serial)}/${token}`)
}

/** The page of a draft at the trip that it is for, in the language of the visit. */
export async function addressOfDraft(
  db: Db | Tx,
  draft: OpenDraft,
  { token, locale }: Pick<DraftLink, 'token' | 'locale'>,
) {
  return pathIn(locale, await pathOfDraft(db, draft.planned_trip_id, token))
}

/** Where a saved form leads: to the step or the person that was asked for, else to this one. */
export function next({ request, address }: DraftLink, step: string, at = '') {
  const { go } = request.query as { go?: string }
  const asked = [...steps, ...people].find((each) => each === go)
  return { to: asked ? stepPath(address, asked) : `${stepPath(address, step)}${at}` }
}
const people = Array.from({ length: MOST_TRAVELERS }, (_, i) => `person-${i + 1}`)

/** The fingerprint of what was shown, so that two phones do not overwrite each other unseen. */
export const Seen = Type.String({ maxLength: 50 })

/**
 * If another phone has saved other values than those that were shown, they are shown first; a second press keeps what was typed.
 * The same values are no conflict: what was saved may be sent again because its answer was lost.
 */
export function refuseUnseen(seen: string | undefined, known: object, given: object) {
  const marks = marksOf(known)
  if (seen !== undefined && seen !== marks && marksOf(given) !== marks) refuseField('seen', changedMeanwhile)
}
const changedMeanwhile = [
  '另一支手機剛剛也存了這裡的資料，請比對後再按一次儲存。',
  'Another phone has just saved this too. Compare, then press the button once more.',
] as const
