import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { labelled, ref } from '../../kit/fields.ts'
import { FileQuery } from '../../kit/http/files/send.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { useAttachments } from '../attachments/actions.ts'

// What colleagues send: LINE takes no files, it fetches pictures from an address. So each file has one that opens without an account.

const SUBJECT = 'line_message'

/** A message has at most so many files: LINE takes five parts at once, and the first is the text. */
export const MOST_FILES = 3

/** Attaches uploads to an answer. */
export async function attach(tx: Tx, actor: Actor, message_id: number, attachment_ids: number[]) {
  if (attachment_ids.length > 0) await useAttachments(tx, actor, attachment_ids, { type: SUBJECT, id: message_id })
}

const filesOfMessage = statement((db, { message_id }: { message_id: number }) =>
  db
    .selectFrom('attachment_uses as u')
    .innerJoin('attachments as a', 'a.id', 'u.attachment_id')
    .innerJoin('files as f', 'f.id', 'a.file_id')
    .select(['a.id', 'f.name', 'f.media_type'])
    .where('u.subject_type', '=', SUBJECT)
    .where('u.subject_id', '=', message_id)
    .where('f.deleted_at', 'is', null)
    .orderBy('a.id'),
)

/** SQL: the files of a message in its thread, as JSON. */
export function attachmentsIn(message: string) {
  const id = sql.ref(`${message}.id`)
  return sql<object[]>`(
    select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'media_type', f.media_type, 'size', f.size,
        'url', '/api/line/messages/' || ${id} || '/attachments/' || a.id) order by a.id), '[]')
      from attachment_uses u join attachments a on a.id = u.attachment_id join files f on f.id = a.file_id
     where u.subject_type = ${sql.lit(SUBJECT)} and u.subject_id = ${id} and f.deleted_at is null)`
}

/** The file that is attached to a message, whose friend the reader must be allowed to see. */
export const attachedTo = oneRow((db, { message_id, id }: { message_id: number; id: number }) =>
  db
    .selectFrom('attachment_uses as u')
    .innerJoin('attachments as a', 'a.id', 'u.attachment_id')
    .innerJoin('line_messages as m', 'm.id', 'u.subject_id')
    .select(['a.file_id', 'm.line_friend_id'])
    .where('a.id', '=', id)
    .where('u.subject_type', '=', SUBJECT)
    .where('m.id', '=', message_id),
)

/** The files of a message as LINE takes them: pictures are shown, and other files are lines of the text. Their addresses stay the same at each try. */
export async function filesForLine({ database, keys, publicUrl }: JobTools, message_id: number) {
  const files = (await filesOfMessage(database.db, { message_id })).map((file) => ({
    ...file,
    url: `${publicUrl}/api/line/sent/${message_id}/${file.id}/${macOf(keys, message_id, file.id).toString('hex')}`,
  }))
  const isShown = ({ media_type }: { media_type: string }) => publicUrl.startsWith('https://') && shown.has(media_type)
  return {
    pictures: files
      .filter(isShown)
      .map(({ url }) => ({ type: 'image', originalContentUrl: url, previewImageUrl: `${url}?size=thumb` })),
    lines: files.filter((file) => !isShown(file)).map(({ name, url }) => `${name}\n${url}?${IN_BROWSER}`),
  }
}
/** LINE's own browser keeps no files, so LINE is asked to open the browser of the phone. */
const IN_BROWSER = 'openExternalBrowser=1'
/** LINE shows no other kinds, and fetches them by https only. */
const shown = new Set(['image/jpeg', 'image/png'])

const macOf = (keys: Keys, message_id: number, id: number) => keys.mac(PURPOSE, `${message_id} ${id}`)
const PURPOSE = 'file sent on LINE'

const SentFileQuery = Type.Object(
  {
    ...FileQuery.properties,
    /** Read by LINE, and not by us. */
    openExternalBrowser: Type.Optional(
      labelled(Type.String({ maxLength: 5 }), ['在手機的瀏覽器開啟', 'Open in the browser of the phone']),
    ),
  },
  { additionalProperties: false },
)

const freshFile = oneRow((db, { message_id, id }: { message_id: number; id: number }) =>
  db
    .selectFrom('attachment_uses as u')
    .innerJoin('attachments as a', 'a.id', 'u.attachment_id')
    .innerJoin('line_messages as m', 'm.id', 'u.subject_id')
    .select('a.file_id')
    .where('a.id', '=', id)
    .where('u.subject_type', '=', SUBJECT)
    .where('m.id', '=', message_id)
    .where('m.created_at', '>', sql<string>`now() - ${sql.lit(terms.lineFile.interval)}::interval`),
)

const ended: Words = [
  `這個檔案的連結不正確，或已超過${terms.lineFile.zh}；請在 LINE 留言，我們再傳一次。`,
  `The link of this file is wrong, or older than ${terms.lineFile.en}: write to us on LINE, and we send it again.`,
]

/** `GET /api/line/sent/:message/:id/:mac` */
export function sentFileRoutes(on: On, { keys }: { keys: Keys }) {
  on.file(
    '/sent/:message/:id/:mac',
    {
      access: 'public',
      summary: 'A file that a colleague has sent on LINE, or its thumbnail',
      params: Type.Object({ message: ref(), id: ref(), mac: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
      query: SentFileQuery,
      refuses: ['not_found'],
    },
    async ({ db, params: { message, id, mac } }) => {
      const isOurs = keys.isMac(PURPOSE, `${message} ${id}`, Buffer.from(mac, 'hex'))
      const file = isOurs ? await freshFile(db, { message_id: message, id }) : undefined
      return file ?? refuse('not_found', { detail: ended })
    },
  )
}
