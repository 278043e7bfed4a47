import type { ColumnType, Generated, RawBuilder } from 'kysely'

/** The column with the subject of each kind: whom or what a link speaks for. A kind is also a part of its address. */
export const subjects = {
  invitation: 'user_id',
  password: 'user_id',
  'sign-in': 'user_id',
  offer: 'communication_id',
  booking: 'booking_id',
  traveler: 'traveler_id',
  session: 'attendance_id',
} as const
export type LinkKind = keyof typeof subjects
export type AccountLink = 'invitation' | 'password' | 'sign-in'

type Moment = RawBuilder<string>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    links: {
      token_hash: Buffer
      kind: LinkKind
      user_id: ColumnType<number | null, number | undefined, never>
      booking_id: ColumnType<number | null, number | undefined, never>
      traveler_id: ColumnType<number | null, number | undefined, never>
      communication_id: ColumnType<number | null, number | undefined, never>
      attendance_id: ColumnType<number | null, number | undefined, never>
      /** False for a link that was shown in an answer, to a caller whose mailbox is not proved. */
      is_mailed: Generated<boolean>
      expires_at: ColumnType<string, Moment, Moment>
      used_at: ColumnType<string | null, never, RawBuilder<string>>
      created_at: Generated<string>
    }
  }
}
