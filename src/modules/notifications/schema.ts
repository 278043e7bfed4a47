import type { ColumnType, Generated } from 'kysely'
import { Type } from 'typebox'
import { anyText, line, moment, nullable, ref, shown } from '../../kit/fields.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { Params } from '../languages/languages.ts'
import type { NoticeName, ParamsOf } from '../languages/samples.ts'

const { properties } = shown(
  Type.Object({
    id: ref(),
    event: line(60, 'addon-request.sales-forward'),
    // Sentences with the names of records in them have no longest length.
    title: anyText('新的報價'),
    body: anyText(),
    read_at: nullable(moment()),
    created_at: moment(),
  }),
)
export const Notification = Type.Object({
  ...properties,
  subject: Type.Object({ type: Type.String({ examples: ['addon_request'] }), id: ref() }),
})

/**
 * Whom a notice is for: the id of an account, or nobody if it is null. An account is found for the contact of a booking and for a
 * leader; without one, they are mailed. A traveler is mailed if it has an address of its own, which is not that of the contact.
 */
export type Person = number | null | { contact: number } | { leader: number } | { traveler: number }

/** What people are told. */
export type Notice<N extends NoticeName> = {
  who: readonly Person[]
  event: N
  params: ParamsOf<N>
  about: { type: string; id: number }
  /** The account that caused it, which is not told. */
  except?: number | undefined
  /** The account that answers replies to the mail; by default the sales person of the booking. */
  replyTo?: number | null
}

/** A mail with notices, as those see it who attach papers to it. */
export type MailedNotices = {
  mail_id: string
  sent_to: string
  locale: Locale
  notices: readonly { sentence: string; params: Params; subject_type: string; subject_id: number }[]
}

const states = ['waiting', 'taken', 'sent', 'unproved', 'dropped'] as const

declare module '../../kit/db/tables.ts' {
  interface Tables {
    notifications: {
      id: Generated<number>
      user_id: number
      event: string
      sentence: string | null
      params: ColumnType<Params | null, string | null | undefined, null>
      subject_type: string
      subject_id: number
      read_at: ColumnType<string | null, undefined, unknown>
      created_at: Generated<string>
    }
    deliveries: {
      id: Generated<number>
      channel: Generated<'mail' | 'line'>
      user_id: number | null
      booking_id: number | null
      traveler_id: number | null
      tour_leader_id: number | null
      party_id: number | null
      person: ColumnType<string, never, never>
      sentence: string
      params: ColumnType<Params, string, string>
      subject_type: string
      subject_id: number
      reply_to_id: number | null
      consent: Generated<'contract' | 'agreed'>
      is_proved: boolean
      state: (typeof states)[number]
      tries: Generated<number>
      mail_id: string | null
      address: string | null
      sent_at: string | null
      created_at: Generated<string>
    }
  }
}
