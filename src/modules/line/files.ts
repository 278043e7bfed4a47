import { Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { oneOf, ref } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Words } from '../../kit/words/words.ts'
import { keepDocument } from '../traveler-documents/hand-in.ts'
import { documentKinds } from '../traveler-documents/schema.ts'
import { byIn, staffEditors } from '../travelers/rules.ts'
import { refuseWithoutLine } from './channel.ts'
import { hearsOfBooking } from './friends.ts'
import { attachedTo } from './sent-files.ts'
import { inboxOf, readers, refuseUnseenThread } from './threads.ts'

// What friends and colleagues have sent is opened in the thread; what friends have sent is filed as a document of a traveler with one press.

const FileAs = Type.Object({ traveler_id: ref(), kind: oneOf(documentKinds) })

const OfMessage = Type.Object({ id: ref(), attachment: ref() })

const messageWithFile = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('line_messages')
    .select(['id', 'line_friend_id', 'file_id', 'document_id'])
    .where('id', '=', id)
    .where('kind', 'in', ['image', 'file']),
)

/** A message whose thread the reader may see. */
const seenMessage = async (db: Db, actor: Actor, id: number) => {
  await refuseWithoutLine(db)
  const message = found(await messageWithFile(db, { id }))
  await refuseUnseenThread(db, { ...inboxOf(actor), id: message.line_friend_id })
  return message
}

const fileAs = async (
  tx: Tx,
  keys: Keys,
  actor: Actor,
  { id, ...document }: { id: number; traveler_id: number; kind: (typeof documentKinds)[number] },
) => {
  const { line_friend_id } = await seenMessage(tx, actor, id)
  // Two colleagues may press at once.
  const { file_id } = await tx
    .selectFrom('line_messages')
    .select('file_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const traveler = found(
    await tx.selectFrom('travelers').select('booking_id').where('id', '=', document.traveler_id).executeTakeFirst(),
  )
  if (!(await hearsOfBooking(tx, { friend_id: line_friend_id, booking_id: traveler.booking_id })))
    refuseField('traveler_id', ofSomebodyElse)
  if (file_id === null) refuse('step_not_possible', { detail: noFile, also: { possible: [] } })
  const document_id = await keepDocument(tx, byIn({ keys })(actor), { ...document, file: { file_id } })
  await tx.updateTable('line_messages').set({ file_id: null, document_id }).where('id', '=', id).execute()
  return { document_id }
}
const ofSomebodyElse: Words = [
  '這位旅客不在這位客戶的訂單裡；請選這位客戶自己訂單的旅客，或先讓對方連結訂單。',
  'This traveler is in no booking of this customer: choose one of its own bookings, or let the customer link the booking first.',
]
const noFile: Words = [
  '這則訊息沒有可以存檔的檔案：還在取得、沒有收下，或已經存為文件。請重新整理對話再看一次。',
  'This message has no file to keep: it is being fetched, was not taken, or is filed already. Load the thread again.',
]

/** `/api/line/messages/:id/…` */
export function fileRoutes(on: On, { keys }: { keys: Keys }) {
  on.file(
    '/messages/:id/file',
    { access: readers, summary: 'What a friend has sent, or its thumbnail' },
    async ({ db, actor, params }) => {
      const { file_id } = await seenMessage(db, actor, params.id)
      return { file_id: file_id ?? refuse('not_found') }
    },
  )
  on.file(
    '/messages/:id/attachments/:attachment',
    { access: readers, summary: 'What a colleague has sent to a friend, or its thumbnail', params: OfMessage },
    async ({ db, actor, params }) => {
      await refuseWithoutLine(db)
      const file = found(await attachedTo(db, { message_id: params.id, id: params.attachment }))
      await refuseUnseenThread(db, { ...inboxOf(actor), id: file.line_friend_id })
      return file
    },
  )
  on.post(
    '/messages/:id/file-as',
    {
      access: staffEditors,
      name: 'fileLineMessage',
      summary: 'File what a friend has sent as a document of a traveler; it leaves the thread',
      body: FileAs,
      returns: Type.Object({ document_id: ref() }),
      refuses: ['not_found', 'step_not_possible'],
      etag: 'none',
    },
    ({ tx, actor, params, body }) => fileAs(tx, keys, actor, { ...params, ...body }),
  )
}
