import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { anyText, labelled, moment, shownFields, url } from '../../kit/fields.ts'
import { retention } from '../../kit/retention/rules.ts'
import { CODE_SIGNS, hashOf, newCode } from '../../kit/secrets/tokens.ts'
import { isOver, tally } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { terms } from '../../terms.ts'
import type { LineAnswer } from '../languages/language.ts'
import { notify } from '../notifications/notify.ts'
import { channelInUse } from './channel.ts'
import { countHearers, type Friend, link, recordOf, unlink } from './friends.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    line_link_codes: {
      code_hash: Buffer
      person_record_id: number
      shown_by: number | null
      expires_at: ColumnType<string, RawBuilder<string>, never>
      used_at: ColumnType<string | null, undefined, RawBuilder<string>>
      created_at: Generated<string>
    }
  }
}

/** A code, and the address that opens the chat with it. */
export const LinkCode = Type.Object({
  code: labelled(anyText('K7M4PX9R'), ['連結代碼', 'Code']),
  url: labelled(url(), ['開啟聊天的網址', 'Address that opens the chat']),
  ...shownFields({ expires_at: moment() }),
})

const LENGTH = 8

type Of = Parameters<typeof recordOf>[1]

/** Makes a code for a person. Earlier ones of the same record stay good until they end: two phones may show one each. */
export async function makeCode(tx: Tx, of: Of, shown_by: number | null) {
  const channel = (await channelInUse(tx, {})) ?? refuse('not_found')
  const record = (await recordOf(tx, of)) ?? refuse('not_found')
  const code = newCode(LENGTH)
  const { expires_at } = await tx
    .insertInto('line_link_codes')
    .values({
      ...{ code_hash: hashOf(code), person_record_id: record.id, shown_by },
      expires_at: sql<string>`now() + ${sql.lit(terms.lineCode.interval)}::interval`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { code, url: `https://line.me/R/oaMessage/${channel.basic_id}/?${encodeURIComponent(code)}`, expires_at }
}

/** What a text does for the friend who has sent it, and what is answered; undefined if it is neither a code nor the word to stop. */
export async function takeCode(tx: Tx, friend: Friend, text: string): Promise<LineAnswer | undefined> {
  const said = text.trim().toUpperCase()
  if (stops.includes(said)) {
    if (friend.person_record_id === null) return undefined
    await unlink(tx, friend.id)
    return 'unlinked'
  }
  if (!looksLikeCode(said)) return undefined
  if (isOver(await tally(tx, limits['LINE codes of friend'], friend.id))) return 'too_often'
  const row = await tx
    .selectFrom('line_link_codes')
    .select(['person_record_id', 'shown_by', 'used_at', sql<boolean>`expires_at <= now()`.as('is_over')])
    .where('code_hash', '=', hashOf(said))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'wrong_code'
  if (row.used_at !== null) return 'used_code'
  if (row.is_over) return 'old_code'
  await tx
    .updateTable('line_link_codes')
    .set({ used_at: sql<string>`now()` })
    .where('code_hash', '=', hashOf(said))
    .execute()
  const { person_record_id } = row
  await tellOfAnother(tx, person_record_id)
  await link(tx, friend.id, { person_record_id, linked_by: row.shown_by })
  const isOther = friend.person_record_id !== null && !(await areOfOne(tx, [friend.person_record_id, person_record_id]))
  return isOther ? 'relinked' : 'linked'
}
/** A contact who is linked already is told by mail that somebody else is too: a code may have been photographed. */
const tellOfAnother = async (tx: Tx, person_record_id: number) => {
  const booking = await bookingOfRecord(tx, { person_record_id })
  if (!booking || !(await countHearers(tx, { booking_id: booking.id }))) return
  await notify(tx, {
    who: [{ contact: booking.id }],
    event: 'line.linked',
    params: { number: booking.booking_number },
    about: { type: 'booking', id: booking.id },
  })
}
const bookingOfRecord = oneRow((db, { person_record_id }: { person_record_id: number }) =>
  db
    .selectFrom('person_records as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .select(['b.id', 'b.booking_number'])
    .where('r.id', '=', person_record_id),
)
/** Whether two records belong to the same person. */
const areOfOne = async (tx: Tx, ids: [number, number]) => {
  const people = await tx.selectFrom('person_records').select('person_id').distinct().where('id', 'in', ids).execute()
  return people.length === 1
}
const stops = ['停止', '解除', 'STOP']
const looksLikeCode = (said: string) => said.length === LENGTH && [...said].every((sign) => CODE_SIGNS.includes(sign))

export const endedLineCodes = retention({
  what: 'codes that link LINE',
  table: 'line_link_codes',
  from: sql`expires_at`,
  since: 'they end',
  after: '30 days',
  why: 'Who sends one late or twice is told so.',
})
