import { type ColumnType, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Table } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import {
  anyText,
  clock,
  defaulted,
  flag,
  formed,
  labelled,
  list,
  moment,
  nullable,
  oneOf,
  orNull,
  shownFields,
  text,
  whole,
} from '../../kit/fields.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'

/** The LINE official account of the house. */
export const LineChannel = Type.Object({
  basic_id: labelled(nullable(formed('^@[0-9a-z._-]{1,19}$', '@guidon')), [
    'LINE 官方帳號 ID',
    'ID of the LINE account',
  ]),
  channel_id: labelled(nullable(formed('^[0-9]{5,20}$', '2001234567')), ['頻道 ID', 'Channel ID']),
  monthly_cap: labelled(defaulted(whole(0, 10_000_000)), ['每月推播上限', 'Messages of a month']),
  quiet_from: labelled(nullable(clock()), ['夜間不推播，從', 'Nothing is pushed from']),
  quiet_to: labelled(nullable(clock()), ['夜間不推播，到', 'Nothing is pushed until']),
  quick_replies: labelled(defaulted(list(text(500, '集合地點是第二航廈出境大廳 6 號櫃檯。'), 20)), [
    '常用回覆',
    'Quick replies',
  ]),
  is_on: labelled(defaulted(flag()), ['使用 LINE', 'LINE is used']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    line_channel: Omit<Table<typeof LineChannel>, 'id'> & {
      id: ColumnType<number, number, never>
      sealed: Buffer | null
      proved_at: string | null
      limited_on: string | null
    }
  }
}

/** How far a test has come: LINE has named the account, and then an event was heard that the secret signs. `silent`: LINE has not answered. */
export const trialSteps = ['asked', 'named', 'heard', 'refused', 'silent'] as const
export type TrialStep = (typeof trialSteps)[number]

/** What must still be entered or done before LINE can be used. */
const lacking = ['basic_id', 'channel_id', 'channel_secret', 'access_token', 'trial'] as const

const Trial = Type.Object({
  step: oneOf(trialSteps),
  bot_name: labelled(orNull(anyText('旗手旅行社')), ['帳號名稱', 'Name of the account']),
  /** What LINE has answered. */
  error: labelled(orNull(anyText('Authentication failed')), ['LINE 的回覆', 'Answer of LINE']),
  started_at: labelled(moment(), ['開始', 'Started']),
})

export const ShownLineChannel = RecordOf(LineChannel, {
  ...shownFields({ proved_at: labelled(orNull(moment()), ['測試成功', 'Proved']) }),
  missing: labelled(Type.Array(Type.Enum([...lacking])), ['還缺', 'Missing']),
  trial: labelled(orNull(Trial), ['測試', 'Test']),
  /** Where LINE tells its events. */
  events_url: labelled(anyText('https://agency.example.com/api/line/events'), ['Webhook 網址', 'Webhook URL']),
  pushed: labelled(whole(), ['本月已推播', 'Pushed this month']),
  friends: labelled(whole(), ['好友', 'Friends']),
  linked: labelled(whole(), ['已連結的好友', 'Linked friends']),
})

const missing = sql<(typeof lacking)[number][]>`
  case when sealed is null then array['basic_id', 'channel_id', 'channel_secret', 'access_token'] else '{}' end
  || case when proved_at is null then array['trial'] else '{}' end`
const trial = sql<{ step: TrialStep } | null>`(
  select json_build_object('step', t.step, 'bot_name', t.bot_name, 'error', t.error, 'started_at', t.started_at) from line_trials t)`

/** How many messages were pushed in this month of the house: what LINE counts and charges. */
const pushedThisMonth = sql<number>`(
  select count(*)::integer from line_messages m
   where m.via = 'push' and m.sent_at >= (date_trunc('month', local_time()) at time zone house_zone()))`

export const shownChannel = jsonRecord((db: Db, { events_url }: { events_url: string }) =>
  db
    .selectFrom('line_channel')
    .select(columnsOf('line_channel', LineChannel))
    .select([
      'proved_at',
      sql<string>`${events_url}::text`.as('events_url'),
      ...[missing.as('missing'), trial.as('trial'), pushedThisMonth.as('pushed')],
      sql<number>`(select count(*)::integer from line_friends f where f.blocked_at is null)`.as('friends'),
      sql<number>`(select count(*)::integer from line_friends f where f.person_record_id is not null)`.as('linked'),
    ]),
)

export const isCapReached = oneRow((db, _given: object) =>
  db.selectFrom('line_channel').select('id').where(sql<SqlBool>`monthly_cap <= ${pushedThisMonth}`),
)

/** Refuses what needs LINE, as if it did not exist, until the channel is used. */
export async function refuseWithoutLine(db: Db) {
  if (!(await channelInUse(db, {}))) refuse('not_found')
}
/** The account, while it is used. */
export const channelInUse = oneRow((db, _given: object) =>
  db.selectFrom('line_channel').select('basic_id').where('is_on', '=', true),
)
