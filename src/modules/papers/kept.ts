import { createHash } from 'node:crypto'
import { type ColumnType, type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { limiter } from '../../kit/async/limiter.ts'
import { selected } from '../../kit/db/fragments.ts'
import { jsonArrayOf } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Columns, Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { email, line, nullable, oneOf, orNull, ref, shown, without } from '../../kit/fields.ts'
import { PdfBytes } from '../../kit/http/routes/paper.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { sendBytes } from '../../kit/http/routes/sheet.ts'
import { fileNamed, PDF } from '../../kit/http/routes/sheet-formats.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import type { Attachment } from '../../kit/mail/mail.ts'
import { PrintFault } from '../../kit/papers/printer.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import { readers as access } from '../bookings/visible.ts'
import type { Params } from '../languages/languages.ts'
import type { MailedNotices } from '../notifications/mails.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { type Reader, readerOf, seesAll } from '../users/reader.ts'
import { type BookingPaperName, bookingOnPaper, bookingPaper, isPayable } from './booking-papers.ts'
import { type Parts, partsOfBooking } from './notice-parts.ts'
import { withPictures } from './pictures.ts'

const paperKinds = ['quotation', 'confirmation', 'payment_slip', 'receipt', 'departure_notice'] as const

/** A mailed paper, stored as sent. @public */
export const BookingPaper = Type.Object({
  booking_id: ref(),
  kind: oneOf(paperKinds),
  locale: oneOf(locales),
  /** The payment, if the paper is a receipt. */
  payment_id: nullable(ref()),
  mail_id: line(60),
  sent_to: nullable(email()),
})
type KeptPaper = Static<typeof BookingPaper>
const ShownPaper = Type.Object({
  id: ref(),
  ...shown(without(BookingPaper, ['booking_id', 'mail_id'])).properties,
  sha256: Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  /** Null after the contact was erased. */
  size: orNull(Type.Integer({ examples: [96420] })),
  created_at: Type.String({ examples: ['2027-01-05T02:30:00.000Z'] }),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    booking_papers: Columns<typeof BookingPaper> & {
      id: Generated<number>
      sha256: Buffer
      bytes: Buffer | null
      parts: ColumnType<Parts | null, string | null | undefined, null>
      created_at: Generated<string>
    }
  }
}

type Mailed = { booking_id: number; mail_id: string; sent_to: string }

/** The quotation or confirmation of a booking, for a mail about the booking. */
export function paperForMail(mailed: Mailed, tools: JobTools) {
  return attached({ ...mailed, name: 'quotation' }, tools)
}

/** The receipts and departure notices that the notices of a mail refer to. */
export async function papersForNotices({ notices, mail_id, sent_to, locale }: MailedNotices, tools: JobTools) {
  const attachments: Attachment[] = []
  for (const { key, ...paper } of papersIn(notices))
    attachments.push(...(await attached({ ...paper, mail_id: `${mail_id}/${key}`, sent_to, locale }, tools)))
  return attachments
}

type Wanted = Mailed & { name: BookingPaperName; payment_id?: number; locale?: Locale }

/**
 * A paper for a mail. It is stored when it is first printed, so that a repeated job sends the same bytes. If the template cannot be
 * printed, the mail leaves without the paper.
 */
const attached = async (wanted: Wanted, tools: JobTools): Promise<Attachment[]> => {
  const { mail_id } = wanted
  const known = await paperOfMail(tools.database.db, { mail_id })
  const { kind, bytes } = known ?? (await inJobs(() => printed(wanted, tools)))
  return bytes ? [{ filename: `${kind.replace('_', '-')}.pdf`, content: bytes, contentType: 'application/pdf' }] : []
}
// Papers of mails are printed one at a time, because the print queue refuses papers when too many wait.
const inJobs = limiter(1)
const MAILS = { who: 'mails', first: true }

const printed = async (
  { name, payment_id, ...mailed }: Wanted,
  { database, files, papers, log, publicUrl }: JobTools,
) => {
  const { booking_id } = mailed
  const booking = await bookingOnPaper(database.db, { ...seesAll, id: booking_id })
  // The booking was cancelled after the mail was queued.
  if (name === 'payment-slip' && !isPayable(booking.status)) return { kind: 'payment_slip' as const, bytes: null }
  const locale = mailed.locale ?? booking.locale
  const { template, kind, facts, pictures } = await withPictures(
    bookingPaper(booking, name, payment_id),
    { ...booking, id: booking_id },
    { db: database.db, files, origin: publicUrl, locale },
  )
  const bytes = await papers.print({ template, facts, locale, pictures }, MAILS).catch((fault) => {
    if (!(fault instanceof PrintFault)) throw fault
    log.error({ err: fault, booking_id }, 'a mail leaves without its paper')
  })
  if (!bytes) return { kind, bytes: null }
  const parts = kind === 'departure_notice' ? JSON.stringify(partsOfBooking(booking)) : null
  const paper = { ...mailed, kind, payment_id: payment_id ?? null, locale }
  await database.transaction({}, (tx) => keep(tx, paper, bytes, parts))
  return { kind, bytes }
}

const paperOfMail = oneRow((db, { mail_id }: { mail_id: string }) =>
  db.selectFrom('booking_papers').select(['kind', 'bytes']).where('mail_id', '=', mail_id),
)

const keep = (tx: Tx, paper: KeptPaper, bytes: Buffer, parts: string | null) =>
  tx
    .insertInto('booking_papers')
    .values({ ...paper, bytes, parts, sha256: createHash('sha256').update(bytes).digest() })
    .execute()

type Notice = { sentence: string; params: Params; subject_id: number }

type Spoken = { key: string; booking_id: number; name: BookingPaperName; payment_id?: number }

/** The papers that notices about bookings refer to, each once. `key` distinguishes them within a mail. */
function papersIn(notices: readonly Notice[]) {
  return [...new Map(notices.flatMap(paperIn).map((paper) => [paper.key, paper])).values()]
}

const paperIn = ({ sentence, params: { payment_id, paper }, subject_id: booking_id }: Notice): Spoken[] => {
  const asked = typeof paper === 'string' && namesOfKinds[paper]
  if (sentence === 'paper.mailed' && asked && asked !== 'receipt')
    return [{ key: `${asked}-${booking_id}`, name: asked, booking_id }]
  if (withReceipt.includes(sentence) && typeof payment_id === 'number')
    return [{ key: `receipt-${payment_id}`, name: 'receipt', booking_id, payment_id }]
  if (!sentence.startsWith('departure-notice.')) return []
  return [{ key: `departure-notice-${booking_id}`, name: 'departure-notice', booking_id }]
}
// A voided receipt is sent again, marked as void.
const withReceipt = ['payment.received', 'payment.refunded', 'payment.voided', 'paper.mailed']

/** The paper of each kind that a notice names. */
const namesOfKinds: Readonly<Record<string, BookingPaperName>> = {
  quotation: 'quotation',
  confirmation: 'quotation',
  payment_slip: 'payment-slip',
  receipt: 'receipt',
  departure_notice: 'departure-notice',
}

/** Erases the mailed papers of a booking. Their hashes stay as a proof of what was sent. */
export function forgetPapers(tx: Tx, { booking_id }: { booking_id: number }) {
  return tx
    .updateTable('booking_papers')
    .set({ bytes: null, sent_to: null, parts: null })
    .where('booking_id', '=', booking_id)
    .execute()
}

/** Erases the record that papers were mailed to the address of an account. */
export async function forgetPapersTo(tx: Tx, user_id: number) {
  const bookings = tx.selectFrom('bookings').select('id').where('customer_user_id', '=', user_id)
  const address = tx.selectFrom('users').select('email').where('id', '=', user_id)
  await tx
    .updateTable('booking_papers')
    .set({ sent_to: null })
    .where('booking_id', 'in', bookings)
    .where('sent_to', '=', address)
    .execute()
}

const shownFields = Object.keys(without(BookingPaper, ['booking_id', 'mail_id']).properties)

type OneBooking = Reader & { id: number }
const booking = (db: Db, { id, ...reader }: OneBooking) =>
  db.selectFrom('bookings').select('bookings.id').where('bookings.id', '=', id).where(isBookingSeen(reader))

/** The mailed papers of a booking, oldest first. */
const keptPapers = jsonArrayOf(booking, (db, { id }) =>
  db
    .selectFrom('booking_papers')
    .select(['id', 'created_at', ...selected('booking_papers', shownFields)])
    .select([sql<string>`encode(sha256, 'hex')`.as('sha256'), sql<number | null>`octet_length(bytes)`.as('size')])
    .where('booking_id', '=', id)
    .orderBy('id'),
)

/** One mailed paper with its bytes; undefined if it was erased with its contact. */
const keptPaper = oneRow((db, { id, paper, ...reader }: OneBooking & { paper: number }) =>
  db
    .selectFrom('booking_papers as p')
    .innerJoin('bookings', 'bookings.id', 'p.booking_id')
    .select(['p.kind', 'p.bytes', 'bookings.booking_number'])
    .where('p.id', '=', paper)
    .where('bookings.id', '=', id)
    .where(isBookingSeen(reader)),
)

/** `/api/bookings/{id}/papers`: what was mailed to the customer. */
export default routes((on) => {
  const summary = 'The papers of a booking that were mailed, as they left'
  on.get(
    '/:id/papers',
    { name: 'listBookingPapers', access, summary, returns: Type.Array(ShownPaper), etag: 'none' },
    ({ db, actor, params }) => keptPapers(db, { ...readerOf(actor), ...params }),
  )
  const spec = { name: 'getBookingPaper', access, summary: 'One of them, byte for byte', returns: PdfBytes, media: PDF }
  on.raw('GET', '/:id/papers/:paper', { ...spec, refuses: ['not_found'] }, async ({ actor, params, server }, reply) => {
    if (!actor) throw new Error('a paper is not for strangers')
    const given = params as { id: number; paper: number }
    const { bytes, kind, booking_number } = found(await keptPaper(server.database.db, { ...readerOf(actor), ...given }))
    return sendBytes(
      reply,
      PDF,
      fileNamed(`${booking_number}-${kind.replace('_', '-')}`, 'pdf'),
      found(bytes ?? undefined),
    )
  })
})
