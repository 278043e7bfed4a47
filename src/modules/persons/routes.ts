import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ref } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../roles.ts'
import { changePerson } from './actions.ts'
import { doublesIn } from './doubles.ts'
import { erasePerson } from './erase.ts'
import { Finding, findByPassport } from './find.ts'
import { reasons } from './labels.ts'
import { Merging, mergePersons, Parting, partPersons, Splitting, splitPerson } from './merge.ts'
import { onePerson, personList, personPage, theseListed } from './queries.ts'
import { PersonChange } from './schema.ts'
import { Double, ListedPerson, ShownPerson as returns } from './shapes.ts'

const editors = ['sales', 'admin'] as const
const etag = 'content'

export default routes((on, app) => {
  reads(on)
  doubles(on)
  change(on)
  merging(on)
  parting(on)
  splitting(on)
  finding(on, app)
  erasure(on, app)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: staff,
      summary: 'Persons, found by name in either order, phone digits or email',
      ...personList.of(ListedPerson),
      etag,
    },
    ({ db, query }) => personPage(db, {}, query),
  )

  on.get(
    '/:id',
    { access: staff, summary: 'One person: its bookings, travelers, accounts and leader profiles', returns, etag },
    ({ db, params }) => onePerson(db, params),
  )
}

const change = (on: On) =>
  on.put(
    '/:id',
    {
      access: editors,
      summary: 'Change what a person allows and what it does not want to get',
      body: PersonChange,
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, params, body, expected }) => {
      await changePerson(tx, params.id, body, expected)
      return onePerson(tx, params)
    },
  )

const doubles = (on: On) =>
  on.get(
    '/doubles',
    {
      access: staff,
      name: 'listPersonDoubles',
      summary: 'Persons that look the same, with the reasons; the strongest reasons first, a hundred sets at most',
      slow: true,
      query: Type.Object({ person_id: Type.Optional(ref()) }, { additionalProperties: false }),
      returns: Type.Array(Double),
      noFile: true,
      meta: Type.Object({ total: Type.Integer({ minimum: 0 }) }),
      etag: 'content',
    },
    async ({ db, query }) => {
      const { total, sets } = await doublesIn(db, query)
      const data = sets.map((set) => ({ ...set, reasons: labelled(set.reasons) }))
      return { json: JSON.stringify(data), meta: { total } }
    },
  )

// In the order of their strength.
const labelled = (found: string[]) =>
  Object.entries(reasons).flatMap(([code, [label, label_en]]) =>
    found.includes(code) ? [{ code, label, label_en }] : [],
  )

const merging = (on: On) =>
  on.post(
    '/:id/merge',
    {
      access: editors,
      name: 'mergePersons',
      summary: 'Merge other persons into this one: all of their records become its records',
      body: Merging,
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await mergePersons(tx, actor, params.id, body, expected)
      return onePerson(tx, params)
    },
  )

const parting = (on: On) =>
  on.post(
    '/:id/distinct',
    {
      access: editors,
      name: 'keepPersonsDistinct',
      summary: 'Say that other persons are not this one; they are no longer offered as doubles',
      body: Parting,
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await partPersons(tx, actor, params.id, body, expected)
      return onePerson(tx, params)
    },
  )

const splitting = (on: On) =>
  on.create(
    '/:id/split',
    {
      access: editors,
      name: 'splitPerson',
      summary: 'Give some records of a person to a new person, for example after a wrong merge; answers the new one',
      body: Splitting,
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
      at: '/api/persons',
    },
    async ({ tx, actor, params, body, expected }) => {
      const id = await splitPerson(tx, actor, params.id, body, expected)
      return { id, ...(await onePerson(tx, { id })) }
    },
  )

const finding = (on: On, { keys }: FastifyInstance) =>
  on.post(
    '/find',
    {
      access: staff,
      name: 'findPersonsByPassport',
      summary: 'Find persons by the number of a passport; who asked and why is logged',
      body: Finding,
      returns: Type.Array(ListedPerson),
      noReplay: true,
    },
    async ({ tx, actor, body, request }) =>
      theseListed(tx, { ids: await findByPassport(tx, keys, body, { actor, request_id: request.id }) }),
  )

const erasure = (on: On, { keys }: FastifyInstance) =>
  on.post(
    '/:id/erase',
    {
      access: ['admin'],
      name: 'erasePerson',
      summary: 'Erase a person everywhere, when all of its trips are over; seats, prices and payments stay',
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await erasePerson(tx, keys, actor, params.id, expected)
      return onePerson(tx, params)
    },
  )
