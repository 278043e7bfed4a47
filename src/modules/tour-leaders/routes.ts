import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { day, flag, nullable, oneOf, ref, shown, whole } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { Option, OptionMeta, OptionQuery } from '../../kit/resource/option-list.ts'
import { RevealedOf, RevealOf, reveal } from '../../kit/secrets/personal-data.ts'
import { proficiencies } from '../leader-priorities/schema.ts'
import { staff } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { changeLeader, createLeader, eraseLeader, removeLeader } from './actions.ts'
import { files } from './files/routes.ts'
import { readOptions } from './option-queries.ts'
import { leaderList, leaderPage, lockedLeader, oneLeader } from './queries.ts'
import { editors, readers, refuseBackwards } from './rules.ts'
import { LeaderChange, NewLeader, ShownLeader, TourLeader } from './schema.ts'

const returns = ShownLeader
const etag = 'content'

export default routes((on, app) => {
  options(on)
  reads(on)
  writes(on, app)
  removal(on)
  revelation(on, app)
  erasure(on)
  files(on, app)
})

const { leader_number, grade, status } = TourLeader.properties
const optionFields = shown(
  Type.Object({
    leader_number,
    grade,
    status,
    is_free: nullable(flag()),
    priority: nullable(whole()),
    proficiency: nullable(oneOf(proficiencies)),
  }),
)

const options = (on: On) => {
  const { q, include, id } = OptionQuery.properties
  const asked = { from: Type.Optional(day()), to: Type.Optional(day()), country_id: Type.Optional(ref()) }
  on.get(
    '/list/options',
    {
      access: staff,
      summary: 'Option list: leaders; with dates, who is free, and with a country, their priority there',
      query: Type.Object({ q, include, id, ...asked }, { additionalProperties: false }),
      returns: Type.Array(Option(optionFields.properties)),
      meta: OptionMeta,
      etag,
    },
    async ({ db, query: { from, to = from, ...others } }) => {
      refuseBackwards(from, to)
      return readOptions(db, { ...others, ...(from && { from }), ...(to && { to }) })
    },
  )
}

const reads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'Leaders with masked personal data; a leader sees itself',
      ...leaderList.of(returns),
      etag,
    },
    ({ db, actor, query }) => leaderPage(db, readerOf(actor), query),
  )

  on.get('/:id', { access: readers, summary: 'One leader', returns, etag }, ({ db, actor, params }) =>
    oneLeader(db, { ...readerOf(actor), ...params }),
  )
}

const writes = (on: On, { keys }: FastifyInstance) => {
  on.create(
    '',
    { access: editors, summary: 'Create a leader', body: NewLeader, returns, etag, refuses: ['duplicate'] },
    async ({ tx, actor, body }) => {
      const id = await createLeader(tx, keys, body)
      return { id, ...(await oneLeader(tx, { ...readerOf(actor), id })) }
    },
  )

  on.put(
    '/:id',
    {
      access: editors,
      summary:
        'Change a leader; a new number of rest days applies to all future trips, and who leaves is released from them',
      body: LeaderChange,
      returns,
      etag,
      refuses: ['duplicate', 'stale', 'leader_conflict', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeLeader(tx, { reader: readerOf(actor), keys }, params.id, body, { expected, actor_id: actor.id })
      return oneLeader(tx, { ...readerOf(actor), ...params })
    },
  )
}

const removal = (on: On) =>
  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a leader that nothing refers to',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, actor, params, expected }) => {
      await removeLeader(tx, readerOf(actor), params.id, expected)
      return null
    },
  )

const revelation = (on: On, { keys }: FastifyInstance) =>
  on.post(
    '/:id/reveal',
    {
      access: [...editors, 'leader'],
      summary: 'Reveal personal data; who and why is logged',
      body: RevealOf(TourLeader),
      returns: RevealedOf(TourLeader),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    async ({ tx, actor, params, body, request }) => {
      const { person_key } = await lockedLeader(tx, readerOf(actor), params.id)
      const asked = { ...body, person_key, table: 'tour_leaders', record_id: params.id, actor, request_id: request.id }
      return reveal(tx, keys, asked)
    },
  )

const erasure = (on: On) =>
  on.post(
    '/:id/erase',
    {
      access: ['admin'],
      summary: 'Erase the person of a former leader; its trips stay',
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await eraseLeader(tx, actor, params.id, { expected })
      return oneLeader(tx, { ...readerOf(actor), ...params })
    },
  )
