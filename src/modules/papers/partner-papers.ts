import { createHash } from 'node:crypto'
import { type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { oneRow, statement, theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { anyText, day, email, labelled, line, moment, oneOf, orNull, ref, shownFields, text } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { factsOf } from '../../kit/http/routes/sheet-formats.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import { throttle } from '../../kit/throttle.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { mailOf } from '../notifications/letter.ts'
import { senderFor } from '../notifications/letter-sender.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { editors } from '../planned-trips/flow.ts'
import { roomSheet, staysOnPaper } from '../planned-trips/rooms.ts'
import { knownTrip } from '../planned-trips/visible.ts'
import { staff } from '../roles.ts'
import { tripCalled } from '../shown-names.ts'
import { readerOf, seesAll } from '../users/reader.ts'
import { landOrder } from './land-order.ts'
import { peopleSheet } from './people-lists.ts'
import { tripOnPaper } from './trip.ts'

const kinds = ['rooming_list', 'land_order', 'insurance_list'] as const
const paper = labelled(oneOf(kinds), ['文件', 'Paper'])
const stay_id = labelled(ref(), ['住宿', 'Stay'])
const message = labelled(text(2000, '請回覆確認房數'), ['附言', 'Message'])
const reason = labelled(line(500, '投保旅平險'), ['原因', 'Reason'])

/** A paper for a partner of a trip: a hotel, the land operator or the insurer. */
const NewMail = Type.Object({
  paper,
  /** The stay, if the paper is a rooming list, because each hotel gets its own nights. */
  stay_id: Type.Optional(stay_id),
  to: labelled(email(), ['收件信箱', 'To']),
  locale: Type.Optional(oneOf(locales)),
  message: Type.Optional(message),
  /** The reason why personal data leave the agency. Required for lists that show them in clear. */
  reason: Type.Optional(reason),
})
type NewMail = Static<typeof NewMail>

/** The papers for partners, each with the known address: that of the hotel, otherwise the one that it was last mailed to. */
const Partner = Type.Object({
  paper,
  stay_id: orNull(stay_id),
  hotel_name: orNull(anyText('洞爺湖太陽宮飯店')),
  hotel_name_en: orNull(anyText('Toya Sun Palace')),
  check_in: orNull(day()),
  email: orNull(email()),
})
/** A paper that was mailed, or that waits to be mailed while `sent_at` is null. */
const MailedPaper = Type.Object({
  id: ref(),
  paper,
  stay_id: orNull(stay_id),
  hotel_name: orNull(anyText('洞爺湖太陽宮飯店')),
  locale: oneOf(locales),
  sent_to: email(),
  message: orNull(message),
  reason: orNull(reason),
  asked_by_name: anyText('OP 小黃'),
  sha256: orNull(Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })),
  ...shownFields({ created_at: moment() }),
  sent_at: orNull(moment()),
})
const PartnerPapers = Type.Object({ partners: Type.Array(Partner), mailed: Type.Array(MailedPaper) })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_papers: {
      id: Generated<number>
      planned_trip_id: number
      kind: (typeof kinds)[number]
      stay_id: number | null
      hotel_id: number | null
      locale: Locale
      sent_to: string
      message: string | null
      reason: string | null
      asked_by: number
      sha256: Buffer | null
      sent_at: string | null
      created_at: Generated<string>
    }
  }
}

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'papers.partner': { paper_id: number }
  }
}

const partnersOf = statement(
  (_db, { id }: { id: number }) => sql<Static<typeof Partner>>`
  select 'rooming_list' as paper, y.id as stay_id, h.name as hotel_name, h.name_en as hotel_name_en, y.check_in::text as check_in,
         coalesce(h.email, (select p.sent_to from trip_papers p where p.hotel_id = h.id order by p.id desc limit 1)) as email
    from planned_trip_stays y join hotels h on h.id = y.hotel_id where y.planned_trip_id = ${id} and y.status <> 'cancelled'
  union all
  select 'land_order', null, null, null, null, (
    select p.sent_to from trip_papers p join planned_trips o on o.id = p.planned_trip_id
     where p.kind = 'land_order' and o.package_id = t.package_id order by p.id desc limit 1)
    from planned_trips t where t.id = ${id}
  union all
  select 'insurance_list', null, null, null, null, (
    select p.sent_to from trip_papers p where p.kind = 'insurance_list' order by p.id desc limit 1)
   order by check_in nulls last, paper desc`,
)

const mailedOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_papers as p')
    .innerJoin('users as u', 'u.id', 'p.asked_by')
    .leftJoin('hotels as h', 'h.id', 'p.hotel_id')
    .select(['p.id', 'p.kind as paper', 'p.stay_id', 'h.name as hotel_name', 'p.locale', 'p.sent_to', 'p.message'])
    .select(['p.reason', 'u.name as asked_by_name', 'p.created_at', 'p.sent_at'])
    .select(sql<string | null>`encode(p.sha256, 'hex')`.as('sha256'))
    .where('p.planned_trip_id', '=', id)
    .orderBy('p.id', 'desc'),
)

async function papersOfPartners(db: Db, actor: Actor, id: number): Promise<Static<typeof PartnerPapers>> {
  await knownTrip(db, { ...readerOf(actor), id })
  const [partners, mailed] = await Promise.all([partnersOf(db, { id }), mailedOf(db, { id })])
  return { partners, mailed }
}

/** Queues a paper for a partner. It is printed when the mail leaves. */
async function mailToPartner(tx: Tx, actor: Actor, planned_trip_id: number, body: NewMail) {
  const { paper: kind, stay_id, to: sent_to, message = null, reason = null } = body
  await knownTrip(tx, { ...readerOf(actor), id: planned_trip_id })
  if (kind === 'rooming_list' && stay_id === undefined) refuseField('stay_id', whichHotel)
  if (kind === 'insurance_list' && reason === null) refuseField('reason', whyInClear)
  const stay = kind === 'rooming_list' ? await stayOfTrip(tx, { id: planned_trip_id, stay: stay_id ?? 0 }) : null
  if (stay === undefined) refuseField('stay_id', ['沒有這筆資料。', 'There is no such record.'])
  await throttle(tx, limits['papers mailed of trip'], planned_trip_id)
  const { id } = await tx
    .insertInto('trip_papers')
    .values({
      planned_trip_id,
      kind,
      sent_to,
      message,
      reason,
      stay_id: stay?.id ?? null,
      hotel_id: stay?.hotel_id ?? null,
      locale: body.locale ?? (kind === 'insurance_list' ? 'zh-TW' : 'en'),
      asked_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  enqueue(tx, 'papers.partner', { paper_id: id })
}

const stayOfTrip = oneRow((db, { id, stay }: { id: number; stay: number }) =>
  db
    .selectFrom('planned_trip_stays')
    .select(['id', 'hotel_id'])
    .where('planned_trip_id', '=', id)
    .where('id', '=', stay),
)
const whichHotel = [
  '請指定住宿；每家飯店只收到自己的分房表。',
  'Say which stay: each hotel gets its own rooms alone.',
] as const
const whyInClear = [
  '名冊含身分證與護照號碼，請填寫提供的原因；會記錄每位旅客的查閱。',
  'The list shows identity and passport numbers: say why it is handed out. Each reading is logged.',
] as const

/** Mails a paper to a partner. A repeated job prints it anew, but a paper that was sent is not sent twice. */
export async function mailPartnerPaper({ paper_id }: Jobs['papers.partner'], tools: JobTools, id: string) {
  const { database, papers } = tools
  const asked = await paperToMail(database.db, { id: paper_id })
  if (asked.sent_at !== null) return
  const { kind, locale, sent_to: to, sender, reply_to: replyTo, message, ...named } = asked
  const { template, file, facts } = await database.transaction({}, (tx) => factsOfPaper(tx, tools, asked, id))
  const content = await papers.print({ template, facts, locale }, { who: 'mails', first: true })
  const params = { serial: named.serial, trip: named.trip, trip_en: named.trip_en, hotel: named.hotel, words: message }
  const mail = mailOf(`paper.${kind}`, params, { locale, name: null, sender })
  const attachment = { filename: `${file}.pdf`, content, contentType: 'application/pdf' }
  await sendLetter(tools, { id, to, replyTo, attachments: [attachment] }, mail)
  const sha256 = createHash('sha256').update(content).digest()
  await database.transaction({}, (tx) =>
    tx.updateTable('trip_papers').set({ sha256, sent_at: sql<string>`now()` }).where('id', '=', paper_id).execute(),
  )
}

type PaperToMail = Awaited<ReturnType<typeof paperToMail>>
const paperToMail = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_papers as x')
    .innerJoin('planned_trips as t', 't.id', 'x.planned_trip_id')
    .innerJoin('users as u', 'u.id', 'x.asked_by')
    .leftJoin('hotels as h', 'h.id', 'x.hotel_id')
    .select([
      'x.planned_trip_id',
      'x.kind',
      'x.stay_id',
      'x.locale',
      'x.sent_to',
      'x.message',
      'x.reason',
      'x.asked_by',
    ])
    .select(['x.sent_at', 't.serial', 't.name as trip', 'u.email as reply_to'])
    .select(tripCalled('t').as('trip_en'))
    .select(sql<string | null>`coalesce(h.name_en, h.name)`.as('hotel'))
    .select(senderFor(sql`x.asked_by`, sql`t.branch_id`).as('sender'))
    .where('x.id', '=', id),
)

const factsOfPaper = async (tx: Tx, { keys }: JobTools, asked: PaperToMail, request_id: string) => {
  const { planned_trip_id: id, kind, stay_id, locale, reason, asked_by } = asked
  const given = { ...seesAll, id }
  if (kind === 'land_order') return landOrder(tx, given)
  if (kind === 'insurance_list') {
    const asking = { reader: seesAll, actor: { id: asked_by }, reason: reason ?? '', request_id }
    const list = await peopleSheet(tx, keys, 'insurance-list', await tripOnPaper(tx, given), asking, locale)
    return { template: 'insurance-list', file: list.file, facts: factsOf(list, locale) }
  }
  const { trip, stays } = await staysOnPaper(tx, given)
  const stay = found(stays.find((one) => one.id === stay_id))
  const list = roomSheet(trip, [stay], locale)
  return { template: 'rooming-list', file: list.file, facts: factsOf(list, locale) }
}

/** `/api/planned-trips/{id}/partner-papers` */
export default routes((on) => {
  reading(on)
  on.post(
    '/:id/partner-papers',
    {
      name: 'mailPartnerPaper',
      access: editors,
      summary:
        'Mail a paper of a trip to a hotel, the land operator or the insurer; it is printed when the mail leaves',
      body: NewMail,
      returns: Type.Null(),
      refuses: ['too_many_requests'],
    },
    async ({ tx, actor, params, body }) => {
      await mailToPartner(tx, actor, params.id, body)
      return null
    },
  )
})

const reading = (on: On) =>
  on.get(
    '/:id/partner-papers',
    {
      name: 'getPartnerPapers',
      access: staff,
      summary: 'The papers that hotels, land operator and insurer get, their addresses, and what was mailed to them',
      returns: PartnerPapers,
      etag: 'none',
    },
    ({ db, actor, params }) => papersOfPartners(db, actor, params.id),
  )
