import { createHash } from 'node:crypto'
import type { Tx } from '../../kit/db/tables.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { PrintFault } from '../../kit/papers/printer.ts'
import type { Locale } from '../../kit/words/words.ts'
import { seesAll } from '../users/reader.ts'
import { bookingOnPaper } from './booking-queries.ts'
import { paperOfMail } from './kept-queries.ts'
import { bookingFacts, isSold } from './rules.ts'

type Mailed = { booking_id: number; mail_id: string; sent_to: string }

/**
 * The quotation or confirmation for a mail, kept as it leaves: a repeated job sends the same bytes. A template that cannot be
 * printed does not stop the mail, which then goes without the paper.
 */
export const paperForMail = async (mailed: Mailed, { database, papers, log }: JobTools) => {
  const known = await paperOfMail(database.db, { mail_id: mailed.mail_id })
  if (known) return attached(known)
  const booking = await bookingOnPaper(database.db, { ...seesAll, id: mailed.booking_id })
  const { locale } = booking
  const kind = isSold(booking) ? ('confirmation' as const) : ('quotation' as const)
  const bytes = await papers.print({ template: 'booking', facts: bookingFacts(booking), locale }).catch((fault) => {
    if (!(fault instanceof PrintFault)) throw fault
    log.error({ err: fault, booking_id: mailed.booking_id }, 'a mail leaves without its paper')
  })
  if (!bytes) return []
  await database.transaction({}, (tx) => keep(tx, { ...mailed, kind, locale, bytes }))
  return attached({ kind, bytes })
}

type Kept = Mailed & { kind: 'quotation' | 'confirmation'; locale: Locale; bytes: Buffer }
const keep = (tx: Tx, paper: Kept) =>
  tx
    .insertInto('booking_papers')
    .values({ ...paper, sha256: createHash('sha256').update(paper.bytes).digest() })
    .execute()

const attached = ({ kind, bytes }: { kind: string; bytes: Buffer | null }) =>
  bytes ? [{ filename: `${kind}.pdf`, content: bytes, contentType: 'application/pdf' }] : []

/** Erases the mailed papers of a booking. Their hashes stay as proof of what was sent. */
export const forgetPapers = (tx: Tx, { booking_id }: { booking_id: number }) =>
  tx.updateTable('booking_papers').set({ bytes: null, sent_to: null }).where('booking_id', '=', booking_id).execute()
