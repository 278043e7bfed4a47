import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { line, ref } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { lockedPerson, refuseGone } from './locks.ts'
import { onePerson, shownPerson } from './read.ts'
import { editors } from './schema.ts'

const reason = line(500, '同一位旅客，姓名與護照已核對')
const some = () => Type.Array(ref(), { minItems: 1, maxItems: 50, uniqueItems: true })
const Merging = Type.Object({ person_ids: some(), reason })
const Splitting = Type.Object({ record_ids: some(), reason })
const Parting = Type.Object({ person_ids: some(), reason })

type By = { actor_id: number | null; cause: 'staff' | 'mailbox'; reason: string | null }

/** Merges persons into this one, because staff say that they are the same. */
async function mergePersons(
  tx: Tx,
  actor: { id: number },
  id: number,
  { person_ids, reason }: Static<typeof Merging>,
  expected: Expected,
) {
  await lockOthers(tx, id, person_ids, expected)
  for (const other_id of person_ids) await merge(tx, id, other_id, { actor_id: actor.id, cause: 'staff', reason })
}

/** Records that staff declared these persons different, so that they are not suggested as doubles any more. */
async function partPersons(
  tx: Tx,
  actor: { id: number },
  id: number,
  { person_ids, reason }: Static<typeof Parting>,
  expected: Expected,
) {
  await lockOthers(tx, id, person_ids, expected)
  await tx
    .insertInto('person_changes')
    .values(
      person_ids.map((other_id) => ({
        person_id: id,
        other_id,
        kind: 'distinct' as const,
        cause: 'staff' as const,
        reason,
        actor_id: actor.id,
      })),
    )
    .execute()
}

// All persons are locked in the order of their ids, so that two merges do not deadlock.
const lockOthers = async (tx: Tx, id: number, person_ids: number[], expected: Expected) => {
  if (person_ids.includes(id))
    refuseField('person_ids', ['不可包含此人自己。', 'It must not contain the person itself.'])
  const persons = await tx
    .selectFrom('persons')
    .select(['id', 'merged_into', 'erased_at'])
    .where('id', 'in', [id, ...person_ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const person = await lockedPerson(tx, id)
  guardVersion(person, expected)
  refuseGone(person)
  for (const other of person_ids)
    if (!persons.some((each) => each.id === other && !each.merged_into && !each.erased_at))
      refuseField('person_ids', [
        `第 ${other} 號不存在、已併入他人或已刪除。`,
        `Number ${other} does not exist, was merged into another person or was erased.`,
      ])
}

/** Moves all records of the other person to this one. A trigger then computes both persons from their records. */
async function merge(tx: Tx, person_id: number, other_id: number, by: By) {
  const records = sql<number[]>`array(select id from person_records where person_id = ${other_id} order by id)`
  await tx
    .insertInto('person_changes')
    .values({ person_id, other_id, kind: 'merge', records, ...by })
    .execute()
  await sql`
    update persons p
       set consents = array(select unnest(p.consents) union select unnest(o.consents) order by 1),
           opt_outs = array(select unnest(p.opt_outs) union select unnest(o.opt_outs) order by 1)
      from persons o where p.id = ${person_id} and o.id = ${other_id} and o.consents || o.opt_outs <> '{}'`.execute(tx)
  await tx
    .updateTable('persons')
    .set({ merged_into: person_id })
    .where((is) => is.or([is('id', '=', other_id), is('merged_into', '=', other_id)]))
    .execute()
  await tx.updateTable('person_records').set({ person_id }).where('person_id', '=', other_id).execute()
}

/**
 * The contact of a booking has proved its mailbox by a mailed link. This also proves the account of that address, if the booking is
 * connected to it.
 */
export function meetContact(tx: Tx, { booking_id }: Events['booking.proved']) {
  return meet(
    tx,
    sql`
    select r.person_id, b.contact_email as address from bookings b
      join person_records r on r.booking_id = b.id or r.user_id = b.customer_user_id where b.id = ${booking_id}`,
  )
}

/** The owner of an account has proved its mailbox by a mailed link. */
export function meetAccount(tx: Tx, { user_id }: Events['user.proved']) {
  return meet(
    tx,
    sql`
    select r.person_id, u.email as address from users u join person_records r on r.user_id = u.id where u.id = ${user_id}`,
  )
}

// Persons with the same name who proved the same mailbox are one person: the newer one is merged into the older. Others with that
// mailbox, such as a couple, are suggested as doubles.
const meet = async (tx: Tx, proved: ReturnType<typeof sql>) => {
  await sql`
    update persons p set email_proved_at = now() from (${proved}) proved
     where p.id = proved.person_id and lower(p.email) = lower(proved.address) and p.email_proved_at is null`.execute(tx)
  const { rows } = await sql<{ kept: number; other: number }>`
    select distinct on (other.id) kept.id as kept, other.id as other
      from (${proved}) proved
      join persons own on own.id = proved.person_id
      join persons kept on kept.clues && array(${emailClues(sql`own`)})
      join persons other on other.clues && array(${emailClues(sql`own`)}) and other.id > kept.id
     where own.email_proved_at is not null and kept.email_proved_at is not null and other.email_proved_at is not null
       and not exists (select from person_changes c where c.kind <> 'merge'
                          and (c.person_id, c.other_id) in ((kept.id, other.id), (other.id, kept.id)))
     order by other.id, kept.id`.execute(tx)
  for (const { kept, other } of rows) await merge(tx, kept, other, { actor_id: null, cause: 'mailbox', reason: null })
}

const emailClues = (of: ReturnType<typeof sql>) =>
  sql`select clue from unnest(${of}.clues) clue where clue like 'email %'`

/** Moves some records to a new person, because staff say that they belong to somebody else. Returns the new person. */
async function splitPerson(
  tx: Tx,
  actor: { id: number },
  id: number,
  { record_ids, reason }: Static<typeof Splitting>,
  expected: Expected,
) {
  const person = await lockedPerson(tx, id)
  guardVersion(person, expected)
  refuseGone(person)
  await refuseOthers(tx, id, record_ids)
  const { rows } = await sql<{ id: number }>`select nextval('persons_id_seq')::integer as id`.execute(tx)
  const other_id = rows[0]?.id ?? 0
  await tx.updateTable('person_records').set({ person_id: other_id }).where('id', 'in', record_ids).execute()
  await tx
    .updateTable('persons as p')
    .from('persons as o')
    .set((from) => ({ opt_outs: from.ref('o.opt_outs') }))
    .where('p.id', '=', other_id)
    .where('o.id', '=', id)
    .execute()
  const change = { person_id: id, other_id, reason, actor_id: actor.id, records: record_ids }
  await tx
    .insertInto('person_changes')
    .values({ ...change, kind: 'split', cause: 'staff' })
    .execute()
  return other_id
}

const refuseOthers = async (tx: Tx, id: number, record_ids: number[]) => {
  const there = await tx.selectFrom('person_records').select('id').where('person_id', '=', id).execute()
  const isStrange = record_ids.some((record) => there.every((own) => own.id !== record))
  if (isStrange) refuseField('record_ids', notOfThisPerson)
  if (record_ids.length === there.length) refuseField('record_ids', oneStays)
}

const notOfThisPerson = [
  '僅能拆出此人的紀錄；請從此人的頁面選取。',
  'Only records of this person can be parted from it; choose among those that the person shows.',
] as const
const oneStays = [
  '至少要留下一筆紀錄；若全部屬於他人，請改用合併。',
  'At least one record must stay; if all of them belong to another person, merge the two.',
] as const

/** Gives the record of a traveler whose place another person takes to a new person, who has given no consent yet. */
export async function partReplaced(tx: Tx, { traveler_id }: Events['traveler.replaced']) {
  await sql`update person_records set person_id = nextval('persons_id_seq') where traveler_id = ${traveler_id}`.execute(
    tx,
  )
}

export function mergeRoutes(on: On) {
  on.post(
    '/:id/merge',
    {
      access: editors,
      name: 'mergePersons',
      summary: 'Merge other persons into this one: all of their records become its records',
      body: Merging,
      ...shownPerson,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await mergePersons(tx, actor, params.id, body, expected)
      return onePerson(tx, params)
    },
  )

  on.post(
    '/:id/distinct',
    {
      access: editors,
      name: 'keepPersonsDistinct',
      summary: 'Say that other persons are not this one; they are no longer offered as doubles',
      body: Parting,
      ...shownPerson,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await partPersons(tx, actor, params.id, body, expected)
      return onePerson(tx, params)
    },
  )

  on.create(
    '/:id/split',
    {
      access: editors,
      name: 'splitPerson',
      summary: 'Give some records of a person to a new person, for example after a wrong merge; answers the new one',
      body: Splitting,
      ...shownPerson,
      refuses: ['stale', 'step_not_possible'],
      at: '/api/persons',
    },
    async ({ tx, actor, params, body, expected }) => {
      const id = await splitPerson(tx, actor, params.id, body, expected)
      return { id, ...(await onePerson(tx, { id })) }
    },
  )
}
