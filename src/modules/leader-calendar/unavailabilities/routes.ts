import { Type } from 'typebox'
import { flag } from '../../../kit/fields.ts'
import { namesOf } from '../../../kit/flow.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { editors, readers } from '../../tour-leaders/rules.ts'
import { readerOf } from '../../users/reader.ts'
import { decisions, unavailabilityFlow } from '../flow.ts'
import { oneUnavailability, unavailabilityList, unavailabilityPage } from '../queries.ts'
import { Check, Clash, NewUnavailability, ShownUnavailability, UnavailabilityChange } from '../schema.ts'
import {
  changeUnavailability,
  checkUnavailability,
  decide,
  enterUnavailability,
  removeUnavailability,
} from './actions.ts'

const askers = [...editors, 'leader'] as const
const returns = ShownUnavailability
const etag = 'content'

/** Days off of leaders: entered by staff, or requested by the leader and decided by staff. */
export default routes((on) => {
  reads(on)
  entering(on)
  change(on)
  removal(on)
  for (const name of namesOf(decisions))
    on.post(
      `/:id/${name}`,
      {
        access: decisions[name].by,
        summary: `Days off: ${name}`,
        body: decisions[name].body,
        returns,
        etag,
        refuses: ['step_not_possible', 'leader_conflict', 'stale'],
      },
      async ({ tx, actor, params, body, expected }) => {
        await decide(tx, actor, params.id, name, body, expected)
        return oneUnavailability(tx, { ...readerOf(actor), ...params })
      },
    )
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'Days off the caller may see, latest first',
      ...unavailabilityList.of(returns),
      etag,
    },
    ({ db, actor, query }) => unavailabilityPage(db, readerOf(actor), query),
  )

  on.get('/:id', { access: readers, summary: 'One record of days off', returns, etag }, ({ db, actor, params }) =>
    oneUnavailability(db, { ...readerOf(actor), ...params }),
  )

  on.post(
    '/check',
    {
      access: readers,
      summary: 'Dry run: the conflicts that days off would have',
      body: Check,
      returns: Type.Object({ is_free: flag(), conflicts: Type.Array(Clash) }),
    },
    ({ tx, actor, body }) => checkUnavailability(tx, actor, body),
  )
}

const entering = (on: On) => {
  on.create(
    '',
    {
      access: [...askers, 'manager'],
      summary: 'Enter days off; those of a leader are requests',
      body: NewUnavailability,
      returns,
      etag,
      refuses: ['leader_conflict'],
    },
    async ({ tx, actor, body }) => {
      const id = await enterUnavailability(tx, actor, body)
      return { id, ...(await oneUnavailability(tx, { ...readerOf(actor), id })) }
    },
  )
}

const change = (on: On) => {
  on.put(
    '/:id',
    {
      access: unavailabilityFlow.acts.update.by,
      summary: 'Change days off; a leader only its undecided requests',
      body: UnavailabilityChange,
      returns,
      etag,
      refuses: ['leader_conflict', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeUnavailability(tx, actor, params.id, body, expected)
      return oneUnavailability(tx, { ...readerOf(actor), ...params })
    },
  )
}

const removal = (on: On) =>
  on.delete(
    '/:id',
    { access: editors, summary: 'Remove days off', returns: Type.Null(), refuses: ['stale', 'in_use'] },
    async ({ tx, actor, params, expected }) => {
      await removeUnavailability(tx, actor, params.id, expected)
      return null
    },
  )
