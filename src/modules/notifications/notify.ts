import { sql } from 'kysely'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { type ByLine, isMailed, lineRuleOf, type NoticeName, type ParamsOf } from '../languages/samples.ts'
import { queueMail } from './mails.ts'

/**
 * Whom a notice is for: the id of an account, or nobody if it is null. An account is found for the contact of a booking and for a
 * leader; without one, they are mailed. A traveler is mailed if it has an address of its own, which is not that of the contact.
 */
export type Person = number | null | { contact: number } | { leader: number } | { traveler: number }

/** What people are told. */
type Notice<N extends NoticeName> = {
  who: readonly Person[]
  event: N
  params: ParamsOf<N>
  about: { type: string; id: number }
  /** The account that caused it, which is not told. */
  except?: number | undefined
  /** The account that answers replies to the mail; by default the salesperson of the booking. */
  replyTo?: number | null
  /** It was mailed before, so it is told in the app alone. */
  inAppOnly?: boolean
}

/**
 * Notifies people, each in their language and on their channels: whoever has an account in the app, and everybody by mail or, who is linked
 * there, on LINE. All rows are written in the same transaction; mails and messages follow the commit. The one who caused it (`except`) is not notified.
 */
export async function notify<N extends NoticeName>(tx: Tx, notice: Notice<N>) {
  if (!notice.who.length || tx.isSilent) return
  const given = valuesOf(notice)
  // Several statements: one with conditions would be planned each time, because it is much cheaper where no mail is written.
  if (notice.inAppOnly || !isMailed(notice.event)) return void (await writeInTheApp(tx, given))
  const by_line = lineRuleOf(notice.event)
  const sent = { ...given, ...mailedTo(notice) }
  const written = await (by_line ? writeMailOrLine(tx, { ...sent, by_line }) : writeAndMail(tx, sent))
  for (const { id, channel, state, person, traveler_id } of written) {
    if (channel === 'line') enqueue(tx, 'line.deliver', { delivery_id: id })
    else if (state === 'waiting') queueMail(tx, person)
    else if (traveler_id !== null) enqueue(tx, 'travelers.address', { traveler_id })
  }
}

const writeInTheApp = statement((_db, given: Values) => sql`${insertInTheApp(given)} select`)

type Written = { id: number; channel: 'mail' | 'line'; state: string; person: string; traveler_id: number | null }

const writeAndMail = statement(
  (_db, given: Values & MailedTo) =>
    sql<Written>`${insertInTheApp(given)}
    insert into deliveries (user_id, booking_id, traveler_id, tour_leader_id, party_id, reply_to_id, is_proved, state, sentence, params, subject_type, subject_id)
    select user_id, booking_id, traveler_id, tour_leader_id, party_id, coalesce(reply_to_id, ${given.reply_to}::integer), is_proved,
           case when is_proved then 'waiting' else 'unproved' end, ${contentOf(given)}
      from (${addressesOf(given)}) as addressed where has_mail order by user_id, booking_id, traveler_id, tour_leader_id
    returning id, channel, state, person, traveler_id`,
)

/** Who is linked on LINE hears it there. What the code proved needs no proved mailbox. */
const writeMailOrLine = statement(
  (_db, given: Values & MailedTo & { by_line: ByLine }) =>
    sql<Written>`${insertInTheApp(given)}
    insert into deliveries (channel, user_id, booking_id, traveler_id, tour_leader_id, party_id, reply_to_id, is_proved, state, sentence, params, subject_type, subject_id)
    select way.channel, user_id, booking_id, traveler_id, tour_leader_id, party_id, coalesce(reply_to_id, ${given.reply_to}::integer), is_proved,
           case when is_proved or way.channel = 'line' then 'waiting' else 'unproved' end, ${contentOf(given)}
      from (select *, ${isLinked} as is_linked from (${addressesOf(given)}) one) as addressed
     cross join lateral (select 'mail' as channel where has_mail and not (is_linked and ${given.by_line}::text = 'instead')
                          union all select 'line' where is_linked) way
     order by user_id, booking_id, traveler_id, tour_leader_id
    returning id, channel, state, person, traveler_id`,
)

const isHeardBy = (column: 'user_id' | 'booking_id' | 'tour_leader_id') => sql`exists (
  select from line_hearers h where ${sql.ref(`h.${column}`)} = ${sql.ref(`one.${column}`)} and h.blocked_at is null)`
const isLinked = sql`case when one.user_id is not null then ${isHeardBy('user_id')}
    when one.booking_id is not null then ${isHeardBy('booking_id')} when one.tour_leader_id is not null then ${isHeardBy('tour_leader_id')} else false end`

/** The values that the statements take from a notice. Each person has the same index in all four lists of ids. */
type Values = ReturnType<typeof valuesOf>
const valuesOf = <N extends NoticeName>({ who, event, params, about, except }: Notice<N>) => {
  const people = who.map(idsOf)
  const every = (kind: keyof Ids) => people.map((person) => person[kind] ?? null)
  return {
    users: every('user'),
    contacts: every('contact'),
    leaders: every('leader'),
    travelers: every('traveler'),
    event: eventOf(event),
    sentence: event,
    params: JSON.stringify(params),
    subject_type: about.type,
    subject_id: about.id,
    except: except ?? null,
  }
}

type Ids = { user?: number; contact?: number; leader?: number; traveler?: number }
const idsOf = (person: Person): Ids => (typeof person === 'number' ? { user: person } : (person ?? {}))

/** Who answers replies, and to which kinds of addresses besides those of accounts a notice goes. */
type MailedTo = { reply_to: number | null } & { [K in (typeof kinds)[number]]?: true }
const kinds = ['contact', 'traveler', 'leader'] as const
const mailedTo = <N extends NoticeName>({ who, replyTo = null }: Notice<N>): MailedTo => {
  const named = kinds.filter((kind) => who.some((person) => kind in idsOf(person)))
  return { reply_to: replyTo, ...Object.fromEntries(named.map((kind) => [kind, true])) }
}

const insertInTheApp = (given: Values) => sql`
    with asked as (${peopleIn(given)}), account as (
      select u.id, max(party) as party, min(in_charge) as reply_to_id from asked join users u on u.id = asked.user_id
       where u.status = 'active' and u.id is distinct from ${given.except}::integer group by u.id
    ), told as (
      insert into notifications (user_id, event, sentence, params, subject_type, subject_id)
      select id, ${given.event}, ${contentOf(given)} from account order by id
    )`

const contentOf = ({ sentence, params, subject_type, subject_id }: Values) =>
  sql`${sentence}, ${params}::jsonb, ${subject_type}, ${subject_id}::integer`

// A person with an account is notified there, even if it was named as contact or leader. `party` is its booking if the contact has the same
// proved address: only then may the mail contain the link of the booking.
const peopleIn = ({ users, contacts, leaders, travelers }: Values) => sql`
    select coalesce("user", b.customer_user_id, l.id) as user_id, contact, leader, traveler,
         case when b.contact_proved_at is not null and lower(b.contact_email) = (select lower(email) from users where id = b.customer_user_id)
           then contact end as party, coalesce(b.sales_user_id, t.sales_user_id) as in_charge
    from unnest(${sql.join([users, contacts, leaders, travelers].map(listOf))}) as who ("user", contact, leader, traveler)
    left join bookings b on b.id = contact left join planned_trips t on t.id = b.planned_trip_id
    left join users l on l.tour_leader_id = leader and l.status = 'active'`

/** The addresses of a mail. A kind that nobody has is left out: planning to read it would cost as much as reading it. */
const addressesOf = (given: MailedTo) =>
  sql.join([ofAccounts, ...kinds.filter((kind) => kind in given).map((kind) => addresses[kind])], sql` union all `)

const ofAccounts = sql`
  select id as user_id, null::integer as booking_id, null::integer as traveler_id, null::integer as tour_leader_id, party as party_id,
         reply_to_id, true as is_proved, true as has_mail from account`
const addresses = {
  contact: sql`
  select distinct null::integer, contact, null::integer, null::integer, null::integer, coalesce(b.sales_user_id, t.sales_user_id), b.contact_proved_at is not null, b.contact_email is not null
    from asked join bookings b on b.id = contact join planned_trips t on t.id = b.planned_trip_id
   where asked.user_id is null`,
  traveler: sql`
  select distinct null::integer, null::integer, v.id, null::integer, null::integer, coalesce(b.sales_user_id, t.sales_user_id), v.email_proved_at is not null, true
    from asked join travelers v on v.id = traveler join bookings b on b.id = v.booking_id join planned_trips t on t.id = b.planned_trip_id
    left join users u on u.id = b.customer_user_id
   where v.email is not null and b.contact_proved_at is not null
     and lower(v.email) not in (lower(coalesce(b.contact_email, '')), lower(coalesce(u.email, '')))`,
  leader: sql`
  select distinct null::integer, null::integer, null::integer, leader, null::integer, null::integer, true, l.email is not null
    from asked join tour_leaders l on l.id = leader where asked.user_id is null`,
}

// Arrays, not JSON: PostgreSQL expects ten elements of an array, but a hundred of JSON, for which it would read all accounts. Without the
// sub-select it would look into the array, and plan each time.
const listOf = (ids: readonly (number | null)[]) => sql`(select ${ids}::integer[])`

/** The event of a notice: its name without the part that tells its sentences apart. */
const eventOf = (name: NoticeName) => name.split('/')[0] ?? name

/** Whether a mail that says this about a record was written and not withdrawn. */
export async function wasMailed(tx: Tx, said: { type: string; id: number; sentence: NoticeName }) {
  return (await mailedBefore(tx, said)) !== undefined
}
const mailedBefore = oneRow((db, { type, id, sentence }: { type: string; id: number; sentence: string }) =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('sentence', '=', sentence)
    .where('state', 'in', ['waiting', 'taken', 'sent'])
    .limit(1),
)

type Withdrawn = { sentences: readonly NoticeName[] } & (
  | { about: { type: string; id: number } }
  | { to: { traveler_id: number } }
)
/** Drops mails that wait, because what they say was undone. */
export async function withdraw(tx: Tx, { sentences, ...which }: Withdrawn) {
  const waiting = tx
    .updateTable('deliveries')
    .set({ state: 'dropped' })
    .where('state', '=', 'waiting')
    .where('sentence', 'in', sentences)
  await ('to' in which
    ? waiting.where('traveler_id', '=', which.to.traveler_id)
    : waiting.where('subject_type', '=', which.about.type).where('subject_id', '=', which.about.id)
  ).execute()
}

/** Deletes the text of notifications about these subjects, or only that of these sentences; that they were sent stays. */
export async function forgetAbout(tx: Tx, subject_type: string, ids: number[], sentences?: readonly NoticeName[]) {
  if (!ids.length) return
  await tx
    .updateTable('notifications')
    .set({ sentence: null, params: null })
    .where('subject_type', '=', subject_type)
    .where('subject_id', 'in', ids)
    .$if(sentences !== undefined, (rows) => rows.where('sentence', 'in', sentences ?? []))
    .execute()
  await tx
    .deleteFrom('deliveries')
    .where('subject_type', '=', subject_type)
    .where('subject_id', 'in', ids)
    .$if(sentences !== undefined, (rows) => rows.where('sentence', 'in', sentences ?? []))
    .execute()
}

/** Deletes everything that an erased record of a person was told outside the application, with the address it was sent to. */
export function forgetAllTo(tx: Tx, as: 'user_id' | 'booking_id' | 'traveler_id' | 'tour_leader_id', id: number) {
  return tx.deleteFrom('deliveries').where(as, '=', id).execute()
}

/** Deletes everything that an erased account was told. */
export async function forgetAllToAccount(tx: Tx, user_id: number) {
  await tx.deleteFrom('notifications').where('user_id', '=', user_id).execute()
  await forgetAllTo(tx, 'user_id', user_id)
}
