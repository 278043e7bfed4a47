import type { ColumnType, Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Columns } from '../../kit/db/tables.ts'
import { email, line, nullable, oneOf, orNull, ref, shown, without } from '../../kit/fields.ts'
import { locales } from '../../kit/words/words.ts'
import type { Parts } from './departure-notices/rules.ts'

const paperKinds = ['quotation', 'confirmation', 'payment_slip', 'receipt', 'departure_notice'] as const

/** A mailed paper, stored as sent. */
export const BookingPaper = Type.Object({
  booking_id: ref(),
  kind: oneOf(paperKinds),
  locale: oneOf(locales),
  /** The payment, if the paper is a receipt. */
  payment_id: nullable(ref()),
  mail_id: line(60),
  sent_to: nullable(email()),
})
export type KeptPaper = Static<typeof BookingPaper>
export const ShownPaper = Type.Object({
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
