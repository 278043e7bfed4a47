import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { expiryInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { fingerprintsOf } from '../fingerprints.ts'
import { type By, changeTraveler } from '../travelers/actions.ts'
import type { LockedTraveler } from '../travelers/queries.ts'
import { asInPassport } from '../travelers/rules.ts'
import type { TravelerChange } from '../travelers/schema.ts'
import type { DocumentKind, PassportReading } from './schema.ts'

type Passport = { expires_on: string | null }

/**
 * Compares the data read from a passport with the traveler, and copies missing data to the traveler. Different data is refused by
 * field, unless `replace` says that the passport is right. Returns the fields for the document.
 */
export async function comparePassport(
  tx: Tx,
  by: By,
  { id }: LockedTraveler,
  { expires_on }: Passport,
  { replace, ...reading }: PassportReading,
) {
  const read = withoutNone(reading)
  const known = await ofTraveler(tx, id)
  const { number, expires_on: until, ...person } = read
  const told = asInPassport({
    ...person,
    ...(number && { passport_number: number }),
    ...(until && { passport_expires_on: until }),
  })
  const marks = fingerprintsOf(by.keys, told)
  const now = {
    surname_en: [known.surname_en, told.surname_en],
    given_name_en: [known.given_name_en, told.given_name_en],
    birth_date: [known.birth_mark?.toString('hex'), marks.birth_mark?.toString('hex')],
    passport_number: [known.passport_mark?.toString('hex'), marks.passport_mark?.toString('hex')],
    passport_expires_on: [known.passport_expires_on, told.passport_expires_on],
  }
  const others = names.filter((name) => told[name] !== undefined && now[name][0] !== now[name][1])
  const different = others.filter((name) => now[name][0] != null)
  if (different.length && !replace)
    refuse('invalid_input', { errors: Object.fromEntries(different.map((name) => [asRead[name], [isDifferent]])) })
  const change = Object.fromEntries(others.map((name): [string, unknown] => [name, told[name]])) as TravelerChange
  if (others.length) await changeTraveler(tx, by, id, change, undefined)
  return {
    expires_on: until ?? expires_on ?? known.passport_expires_on,
    ...(told.passport_number && { number: told.passport_number }),
  }
}

/** The name of each field in a reading, by the field of the traveler. */
const asRead = {
  surname_en: 'surname_en',
  given_name_en: 'given_name_en',
  birth_date: 'birth_date',
  passport_number: 'number',
  passport_expires_on: 'expires_on',
} as const
const names = Object.keys(asRead) as (keyof typeof asRead)[]

const isDifferent: Words = [
  '與旅客資料不同；請再看一次護照，確定護照正確時勾選「以護照為準」。',
  'The traveler has something else. Look at the passport again; if it is right, say to take what the passport says.',
]

const withoutNone = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as {
    [K in keyof T]?: Exclude<T[K], null | undefined>
  }

const ofTraveler = (tx: Tx, id: number) =>
  tx
    .selectFrom('travelers')
    .select(['surname_en', 'given_name_en', 'birth_mark', 'passport_mark', 'passport_expires_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Refuses an expired document, and a passport that expires before the departure. */
export function refuseExpired(
  { kind, expires_on }: { kind: DocumentKind; expires_on: string | null },
  { today, departure_date }: LockedTraveler,
) {
  if (!expires_on) return
  if (expires_on < today) refuseField('expires_on', hasExpired(expires_on))
  if (kind === 'passport' && expires_on < departure_date)
    refuseField('expires_on', expiresBefore(expires_on, departure_date))
}
const hasExpired = (expires_on: string): Words => {
  const [day, dayEn] = expiryInWords(expires_on)
  return [
    `效期只到 ${day}，已經過期，不能審核通過；請退件，請旅客重新繳交。`,
    `It was valid until ${dayEn} and has expired, so it cannot be verified. Reject it and ask for another.`,
  ]
}
const expiresBefore = (expires_on: string, departure_date: string): Words => {
  const [[day, dayEn], [departure, departureEn]] = [expiryInWords(expires_on), expiryInWords(departure_date)]
  return [
    `護照效期只到 ${day}，早於出發日 ${departure}，不能審核通過；請退件，請旅客換發護照。`,
    `The passport is valid until ${dayEn} only, before the departure on ${departureEn}, so it cannot be verified. Reject it and ask for a new one.`,
  ]
}

/** Only a passport has data that is copied to the traveler. */
export function refuseOtherPaper(reading: PassportReading) {
  const [field] = Object.keys(reading)
  if (field) refuseField(field, ['只有護照可以核對旅客資料。', 'Only a passport is compared with the traveler.'])
}
