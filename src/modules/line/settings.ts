import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, refuse, refuseField } from '../../kit/errors.ts'
import { formed, labelled, secret } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Words } from '../../kit/words/words.ts'
import { LineChannel, ShownLineChannel, shownChannel } from './channel.ts'
import { hearWhatWaits } from './hear.ts'
import { keepSecrets, secretsOf } from './keys.ts'
import { beginTrial, endTrial } from './trial.ts'

/** What is left out stays as it is. */
const ChannelChange = Type.Partial(
  Type.Object({
    ...LineChannel.properties,
    channel_secret: labelled(secret(formed('^[0-9a-f]{32}$', '8c570fa6dd201bb328f1c1eac23a96d8')), [
      'Channel secret（由 LINE 提供）',
      'Channel secret, given by LINE',
    ]),
    access_token: labelled(secret(formed('^[0-9A-Za-z+/=_.-]{20,500}$', 'dGhpcyBpcyBub3QgYSB0b2tlbg==')), [
      'Channel access token（長期）',
      'Channel access token (long-lived)',
    ]),
  }),
)
type ChannelChange = Static<typeof ChannelChange>

/** Enters the channel, or switches it on: only once LINE has named it by its token, and an event was heard that its secret signs. */
const changeChannel = async (
  tx: Tx,
  keys: Keys,
  { channel_secret, access_token, is_on, ...change }: ChannelChange,
  expected: Expected,
) => {
  const there = found(await tx.selectFrom('line_channel').selectAll().forNoKeyUpdate().executeTakeFirst())
  guardVersion(there, expected)
  const next = { ...there, ...change }
  if ((next.quiet_from === null) !== (next.quiet_to === null))
    refuseField(next.quiet_from === null ? 'quiet_from' : 'quiet_to', bothHours)
  const known = await secretsOf(tx, keys)
  const secrets = {
    channel_secret: channel_secret ?? known?.channel_secret ?? '',
    access_token: access_token ?? known?.access_token ?? '',
  }
  const names = { basic_id: next.basic_id, channel_id: next.channel_id, ...secrets }
  const isGiven = Object.values(names).some(Boolean)
  const faults: FieldFaults = Object.fromEntries(
    Object.entries(names).flatMap(([name, value]) => (value ? [] : [[name, [missing]]])),
  )
  if (isGiven && Object.keys(faults).length > 0) refuse('invalid_input', { errors: faults })
  const isOther =
    isGiven &&
    (secrets.channel_secret !== known?.channel_secret ||
      secrets.access_token !== known?.access_token ||
      next.basic_id !== there.basic_id)
  if (is_on && (isOther || there.proved_at === null)) refuseField('is_on', isGiven ? notProved : noKeys)
  const sealed = isOther ? keepSecrets(keys, secrets) : {}
  // A test under way is of the former keys.
  if (isOther) await endTrial(tx)
  await tx
    .updateTable('line_channel')
    .set({ ...change, ...(is_on !== undefined && { is_on }), ...sealed, updated_at: sql<string>`now()` })
    .execute()
  if (is_on && !there.is_on) await hearWhatWaits(tx)
}

const missing: Words = [
  '四項要一起填寫：官方帳號 ID、頻道 ID、Channel secret 與 Channel access token。',
  'Give the four together: the ID of the account, the channel ID, the channel secret and the access token.',
]
const bothHours: Words = [
  '夜間時段要同時填寫開始與結束，或都不填。',
  'Give both the beginning and the end of the quiet hours, or neither.',
]
const noKeys: Words = [
  '還沒有填寫頻道；請先填寫官方帳號 ID、頻道 ID、Channel secret 與 Channel access token。',
  'No channel is entered yet: give the ID of the account, the channel ID, the channel secret and the access token first.',
]
const notProved: Words = [
  '這組金鑰還沒有測試成功；請先儲存、按「測試」，成功後再開啟。',
  'No test has succeeded with these keys yet: save them, press the test, and then switch it on.',
]

const shownAt = (request: FastifyRequest) => ({ events_url: `${originOf(request)}/api/line/events` })

/** `/api/line/channel` */
export function channelRoutes(on: On, { keys }: FastifyInstance) {
  on.get(
    '/channel',
    {
      access: ['admin'],
      name: 'getLineChannel',
      summary: 'The LINE account of the house, and what it lacks; its secret and its token are never shown',
      returns: ShownLineChannel,
      etag: 'content',
    },
    ({ db, request }) => shownChannel(db, shownAt(request)),
  )
  on.put(
    '/channel',
    {
      access: ['admin'],
      name: 'updateLineChannel',
      summary: 'Enter the LINE account, its quiet hours and how many messages a month may cost, or switch it on or off',
      body: ChannelChange,
      returns: ShownLineChannel,
      refuses: ['stale'],
      etag: 'content',
    },
    async ({ tx, body, expected, request }) => {
      await changeChannel(tx, keys, body, expected)
      return shownChannel(tx, shownAt(request))
    },
  )
  on.post(
    '/channel/test',
    {
      access: ['admin'],
      name: 'testLineChannel',
      summary: 'Ask LINE for the name of the account and have it tell an event; the settings show each step',
      body: Type.Object({}),
      returns: ShownLineChannel,
      refuses: ['step_not_possible'],
      etag: 'none',
    },
    async ({ tx, actor, request }) => {
      await beginTrial(tx, actor.id)
      return shownChannel(tx, shownAt(request))
    },
  )
}
