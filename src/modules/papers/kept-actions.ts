import { createHash } from 'node:crypto'
import { limiter } from '../../kit/async/limiter.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import type { Attachment } from '../../kit/mail/mail.ts'
import { PrintFault } from '../../kit/papers/printer.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { MailedNotices } from '../notifications/mails.ts'
import { seesAll } from '../users/reader.ts'
import { bookingOnPaper } from './booking-queries.ts'
import { partsOfBooking } from './departure-notices/rules.ts'
import { paperOfMail } from './kept-queries.ts'
import { packageOf, withPhotographs } from './photographs.ts'
import { type BookingPaperName, bookingPaper, isPayable, papersIn } from './rules.ts'
import type { KeptPaper } from './schema.ts'

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

const printed = async ({ name, payment_id, ...mailed }: Wanted, { database, files, papers, log }: JobTools) => {
  const { booking_id } = mailed
  const booking = await bookingOnPaper(database.db, { ...seesAll, id: booking_id })
  // The booking was cancelled after the mail was queued.
  if (name === 'payment-slip' && !isPayable(booking.status)) return { kind: 'payment_slip' as const, bytes: null }
  const locale = mailed.locale ?? booking.locale
  const kept = { db: database.db, files }
  const { template, kind, facts, pictures } = await withPhotographs(
    bookingPaper(booking, name, payment_id),
    packageOf.booking(booking_id),
    kept,
    locale,
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

const keep = (tx: Tx, paper: KeptPaper, bytes: Buffer, parts: string | null) =>
  tx
    .insertInto('booking_papers')
    .values({ ...paper, bytes, parts, sha256: createHash('sha256').update(bytes).digest() })
    .execute()

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
