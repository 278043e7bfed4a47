import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { removeArrival, storeArrival } from '../../kit/files/arrivals.ts'
import { keepFile } from '../../kit/files/files.ts'
import { inspect } from '../../kit/files/inspect.ts'
import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import { FILE_MB } from '../../kit/sizes.ts'
import type { Words } from '../../kit/words/words.ts'
import { loadFromLine } from './call.ts'
import { localeOf } from './friends.ts'
import { secretsOf } from './keys.ts'
import { answer, takeReplyToken } from './messages.ts'

// LINE keeps what a friend has sent for some days. It is fetched at once, inspected as an upload is, and kept in our store.

/** Fetches the picture or the file of a message. One that is not taken is told to its friend, with the way out. */
export async function fetchContent({ message_id }: Jobs['line.fetch'], tools: JobTools) {
  const { database, keys, files } = tools
  const message = await missingContent(database.db, { id: message_id })
  const known = await secretsOf(database.db, keys)
  if (!message?.line_message_id || !known) return
  const path = join(files.arrivals, randomUUID())
  try {
    const loaded = await loadFromLine({ ...tools, ...known }, message.line_message_id, { path, most: FILE_MB * MB })
    const { status, fault, media_type, isTooLarge } = loaded
    const isGone = status === 404 || status === 410
    if (status !== 200 && !isGone) throw new Error(`LINE has not given what a friend has sent: ${status ?? fault}`)
    if (isTooLarge) return await refuseContent(tools, message, tooLarge)
    if (isGone) return await refuseContent(tools, message, lost)
    const verdict = await inspect(path, message.text || `line-${message.id}.${endings[media_type] ?? 'bin'}`)
    if (!verdict.findings) return await refuseContent(tools, message, verdict.fault ?? lost)
    const file = { ...verdict.findings, place: randomUUID() }
    await storeArrival(files, path, file.place, verdict.thumbnail)
    await database.transaction({}, async (tx) => {
      if (!(await stillMissing(tx, message.id))) return
      const { id: file_id } = await keepFile(tx, file, undefined)
      await tx.updateTable('line_messages').set({ file_id }).where('id', '=', message.id).execute()
    })
  } finally {
    await removeArrival(path)
  }
}
const MB = 1024 * 1024
// A picture has no name.
const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

const tooLarge: Words = [`檔案超過 ${FILE_MB} MB。`, `The file has more than ${FILE_MB} MB.`]
const lost: Words = ['LINE 已經沒有這個檔案。', 'LINE does not have this file any more.']

const missingContent = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('line_messages as m')
    .innerJoin('line_friends as f', 'f.id', 'm.line_friend_id')
    .select(['m.id', 'm.text', 'm.line_message_id', 'm.line_friend_id'])
    .select(['f.line_user_id', 'f.person_record_id', 'f.language'])
    .where('m.id', '=', id)
    .where('m.file_id', 'is', null)
    .where('m.document_id', 'is', null)
    .where('m.fault', 'is', null),
)
type Missing = NonNullable<Awaited<ReturnType<typeof missingContent>>>

/** Another try may have fetched it, and somebody may have filed it already. */
const stillMissing = (tx: Tx, id: number) =>
  tx
    .selectFrom('line_messages')
    .select('id')
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .where('document_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Says why a file was not taken, in the thread and to the friend, who is led to the page where it can be handed in. */
const refuseContent = ({ database }: JobTools, message: Missing, why: Words) =>
  database.transaction({}, async (tx) => {
    const refused = await tx
      .updateTable('line_messages')
      .set({ fault: JSON.stringify(why) })
      .where('id', '=', message.id)
      .where('fault', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!refused) return
    const friend = { ...message, id: message.line_friend_id, locale: localeOf(message.language) }
    const booking = await newestBooking(tx, { friend_id: friend.id })
    await answer(tx, friend, booking ? 'refused_file' : 'refused_file_of_stranger', {
      reply_token: await takeReplyToken(tx, friend.id),
      why,
      ...(booking && { booking_id: booking.id }),
    })
  })

const newestBooking = oneRow((db, { friend_id }: { friend_id: number }) =>
  db
    .selectFrom('line_hearers as h')
    .innerJoin('bookings as b', 'b.id', 'h.booking_id')
    .innerJoin('planned_trips as p', 'p.id', 'b.planned_trip_id')
    .select('b.id')
    .where('h.line_friend_id', '=', friend_id)
    .where('b.status', '<>', 'cancelled')
    .orderBy(sql`p.departure_date desc, b.id desc`)
    .limit(1),
)
