import type { ColumnType, Generated } from 'kysely'
import { Type } from 'typebox'
import { line, moment, nullable, ref, shown, text } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Params } from '../languages/languages.ts'

const { properties } = shown(
  Type.Object({
    id: ref(),
    event: line(60, 'addon-request.sales-forward'),
    title: line(200, '新的報價'),
    body: text(2000),
    read_at: nullable(moment()),
    created_at: moment(),
  }),
)
export const Notification = Type.Object({
  ...properties,
  subject: Type.Object({ type: Type.String({ examples: ['addon_request'] }), id: ref() }),
})

/** A notice in both languages; the recipient's language is chosen when it is written. */
export type Notice = { event: string; title: Words; body: Words; subject: { type: string; id: number } }

declare module '../../kit/db/tables.ts' {
  interface Tables {
    notifications: {
      id: Generated<number>
      user_id: number
      event: string
      title: string
      body: string
      params: ColumnType<Params | null, string | null | undefined, never>
      subject_type: string
      subject_id: number
      read_at: ColumnType<string | null, undefined, unknown>
      awaits_mail: Generated<boolean>
      mail_id: string | null
      created_at: Generated<string>
    }
  }
}
