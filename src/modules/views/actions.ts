import { sql } from 'kysely'
import { lockRow, remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { MOST_SAVED_VIEWS } from '../../limits.ts'
import { isInOffice, ownerOf, viewerOf } from './queries.ts'
import type { SavedView, ViewChange } from './schema.ts'

export async function saveView(tx: Tx, actor: Actor, view: SavedView) {
  refuseSharing(actor, view)
  const { id } = await tx
    .insertInto('saved_views')
    .values({ ...view, user_id: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await refuseTooMany(tx, actor.id)
  return id
}

export async function changeView(tx: Tx, actor: Actor, id: number, change: ViewChange, expected: Expected) {
  await lockedView(tx, actor, id, expected)
  refuseSharing(actor, change)
  await tx
    .updateTable('saved_views')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function removeView(tx: Tx, actor: Actor, id: number, expected: Expected) {
  await lockedView(tx, actor, id, expected)
  await remove(tx, 'saved_views', id)
}

const lockedView = async (tx: Tx, actor: Actor, id: number, expected: Expected) => {
  const { user_id } = found(await ownerOf(tx, { ...viewerOf(actor), id }))
  if (user_id !== actor.id && !actor.roles.includes('admin'))
    refuse('forbidden', {
      detail: [
        '這是同仁分享的檢視，只有本人與管理員能更改；請另存成自己的檢視。',
        'A colleague shares this view; only its owner and administrators change it. Save it as one of your own.',
      ],
      also: { roles: ['admin'] },
    })
  guardVersion(await lockRow(tx, 'saved_views', id), expected)
}

const refuseTooMany = async (tx: Tx, user_id: number) => {
  const { n } = await tx
    .selectFrom('saved_views')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (n > MOST_SAVED_VIEWS)
    refuseField('name', [
      `一個帳號最多 ${MOST_SAVED_VIEWS} 個檢視；請先刪除不再使用的。`,
      `An account has at most ${MOST_SAVED_VIEWS} saved views; remove those no longer in use.`,
    ])
}

const refuseSharing = (actor: Actor, { shared_with }: Pick<ViewChange, 'shared_with'>) => {
  if (shared_with && !isInOffice(actor))
    refuseField('shared_with', ['只有公司同仁能分享檢視；請留空。', 'Only the office shares views; leave it out.'])
}
