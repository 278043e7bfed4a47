import { type SqlBool, sql } from 'kysely'
import { jsonRecord } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { moneyReaders } from '../roles.ts'
import { SavedView } from './schema.ts'

const { list: listName, name } = SavedView.properties

/** The viewer and the groups that the viewer belongs to. */
export type Viewer = { me: number; parts: readonly string[] }

export function viewerOf(actor: Actor): Viewer {
  return {
    me: actor.id,
    parts: isInOffice(actor) ? ['staff', ...actor.roles, ...actor.departments] : [],
  }
}

export function isInOffice({ roles }: Actor) {
  return hasOneOf(roles, moneyReaders)
}

export const viewList = list({
  of: 'saved_views',
  sort: { name },
  order: 'name',
  search: ['name'],
  filters: { list: is('saved_views.list', listName) },
})

const owner = sql<object>`(
  select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = saved_views.user_id)`

const isSeen = ({ me, parts }: Viewer) =>
  sql<SqlBool>`(saved_views.user_id = ${me} or saved_views.shared_with = any(${parts}::text[]))`

/** The viewer's own views, and those shared with the viewer. */
const views = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('saved_views')
    .select(columnsOf('saved_views', SavedView))
    .select([owner.as('owner'), sql<boolean>`saved_views.user_id = ${viewer.me}`.as('is_own')])
    .where(isSeen(viewer))

export const viewPage = viewList.over(views)
export const oneView = jsonRecord((db, { id, ...viewer }: Viewer & { id: number }) =>
  views(db, viewer).where('saved_views.id', '=', id),
)

/** The owner of a view, if the viewer may see it. */
export const ownerOf = oneRow((db, { id, ...viewer }: Viewer & { id: number }) =>
  db.selectFrom('saved_views').select('user_id').where(isSeen(viewer)).where('id', '=', id),
)
