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
    { access: editors, says: 'Create a seminar', body: NewSeminar, gives: ShownSeminar },
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
      says: 'Change a seminar; its sessions follow the briefing leader',
      body: SeminarChange,
      gives: ShownSeminar,
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
    { access: editors, says: 'Remove a seminar without sessions', gives: Type.Null(), refuses: ['in_use', 'stale'] },
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
      says: 'Option list: seminars that are not over',
      query: seminarOptionQuery,
      gives: Type.Array(Option({ kind: Seminar.properties.kind })),
      meta: OptionMeta,
      tagged: 'content',
    },
    ({ db, actor, query }) => seminarOptions(db, readerOf(actor), query),
  )

  on.get(
    '',
    {
      access: read,
      says: 'Seminars the caller may see, newest first',
      ...seminarList.of(ListedSeminar),
      tagged: 'content',
    },
    ({ db, actor, query }) => seminarPage(db, readerOf(actor), query),
  )

  on.get('/:id', { access: read, says: 'One seminar', gives: ShownSeminar }, ({ db, actor, params }) =>
    oneSeminar(db, { ...readerOf(actor), ...params }),
  )
}
