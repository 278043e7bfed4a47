import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { Option, OptionMeta } from '../../kit/resource/option-list.ts'
import { staff } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { addSeminar, changeSeminar, removeSeminar } from './actions.ts'
import { editors, planners } from './flow.ts'
import { oneSeminar, seminarList, seminarOptionQuery, seminarOptions, seminarPage } from './queries.ts'
import { NewSeminar, Seminar, SeminarChange } from './schema.ts'
import { ListedSeminar, ShownSeminar } from './shapes.ts'

const read = [...staff, 'leader'] as const

/** `/api/seminars`: pre-departure briefings, talks, and training of leaders. */
export default routes((on, app) => {
  reads(on)
  creation(on)
  change(on, app)
  removal(on)
})

const creation = (on: On) => {
  on.create(
    '',
    { access: editors, summary: 'Create a seminar', body: NewSeminar, returns: ShownSeminar },
    async ({ tx, actor, body }) => {
      const id = await addSeminar(tx, actor, body)
      return { id, ...(await oneSeminar(tx, { ...readerOf(actor), id })) }
    },
  )
}

const change = (on: On, { zone }: FastifyInstance) => {
  on.put(
    '/:id',
    {
      access: planners,
      summary: 'Change a seminar; its sessions follow the briefing leader',
      body: SeminarChange,
      returns: ShownSeminar,
      refuses: ['leader_conflict', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeSeminar(tx, actor, params.id, body, { expected, zone })
      return oneSeminar(tx, { ...readerOf(actor), ...params })
    },
  )
}

const removal = (on: On) => {
  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a seminar without sessions',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, params, expected }) => {
      await removeSeminar(tx, params.id, expected)
      return null
    },
  )
}

const reads = (on: On) => {
  on.get(
    '/list/options',
    {
      access: staff,
      summary: 'Option list: seminars that are not over',
      query: seminarOptionQuery,
      returns: Type.Array(Option({ kind: Seminar.properties.kind })),
      meta: OptionMeta,
      etag: 'content',
    },
    ({ db, actor, query }) => seminarOptions(db, readerOf(actor), query),
  )

  on.get(
    '',
    {
      access: read,
      summary: 'Seminars the caller may see, newest first',
      ...seminarList.of(ListedSeminar),
      etag: 'content',
    },
    ({ db, actor, query }) => seminarPage(db, readerOf(actor), query),
  )

  on.get('/:id', { access: read, summary: 'One seminar', returns: ShownSeminar }, ({ db, actor, params }) =>
    oneSeminar(db, { ...readerOf(actor), ...params }),
  )
}
