import { type On, routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../users/schema.ts'
import { changePerson } from './actions.ts'
import { onePerson, personList, personPage } from './queries.ts'
import { PersonChange } from './schema.ts'
import { ShownPerson as gives, ListedPerson } from './shapes.ts'

const editors = ['sales', 'admin'] as const
const tagged = 'content'

export default routes((on) => {
  reads(on)
  change(on)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: staff,
      says: 'Persons, found by name in either order, telephone digits or mail address',
      ...personList.of(ListedPerson),
      tagged,
    },
    ({ db, query }) => personPage(db, {}, query),
  )

  on.get(
    '/:id',
    { access: staff, says: 'One person: its bookings, travelers, accounts and leader profiles', gives, tagged },
    ({ db, params }) => onePerson(db, params),
  )
}

const change = (on: On) =>
  on.put(
    '/:id',
    {
      access: editors,
      says: 'Change what a person allows and what it does not want to get',
      body: PersonChange,
      gives,
      tagged,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, params, body, expected }) => {
      await changePerson(tx, params.id, body, expected)
      return onePerson(tx, params)
    },
  )
