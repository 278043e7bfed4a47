import { Type } from 'typebox'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { editors } from '../flow.ts'
import { ShownDeadline } from '../shapes.ts'
import { addDeadline, changeDeadline, removeDeadline } from './actions.ts'
import { deadlineArray, oneDeadline } from './queries.ts'
import { DeadlineChange, NewDeadline } from './schema.ts'

const office = ['admin', 'sales', 'department'] as const

/** The deadlines of a trip. */
export default routes((on) => {
  on.get(
    '/:id/deadlines',
    { access: staff, summary: 'The deadlines of a trip', returns: Type.Array(ShownDeadline), etag: 'content' },
    ({ db, actor, params }) => deadlineArray(db, { ...readerOf(actor), ...params }),
  )
  creation(on)
  changes(on)
})

const creation = (on: On) => {
  on.create(
    '/:id/deadlines',
    { access: editors, summary: 'Add a deadline', body: NewDeadline, returns: ShownDeadline, refuses: ['duplicate'] },
    async ({ tx, params, body }) => {
      const deadline = await addDeadline(tx, params.id, body)
      return { id: deadline, ...(await oneDeadline(tx, { ...params, deadline })) }
    },
  )
}

const changes = (on: On) => {
  on.put(
    '/:id/deadlines/:deadline',
    {
      access: office,
      summary: 'Mark a deadline as done, or move it',
      body: DeadlineChange,
      returns: ShownDeadline,
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeDeadline(tx, actor, params, body, expected)
      return oneDeadline(tx, params)
    },
  )

  on.delete(
    '/:id/deadlines/:deadline',
    { access: editors, summary: 'Remove a deadline', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeDeadline(tx, params, expected)
      return null
    },
  )
}
