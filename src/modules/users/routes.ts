import { Type } from 'typebox'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { Option, OptionMeta, optionQuery } from '../../kit/resource/option-list.ts'
import { moneyReaders } from '../roles.ts'
import { changeUser, createUser, inviteAgain, removeUser } from './actions.ts'
import { oneUser, userList, userOptionFilters, userOptions, userPage } from './queries.ts'
import { departmentList, ListedUser, NewUser, roleList, ShownUser, User, UserChange } from './schema.ts'

const admins = ['admin'] as const
const { role, department } = User.properties

export default routes((on) => {
  reads(on)
  creation(on)
  change(on)
  invitation(on)
  removal(on)
})

const reads = (on: On) => {
  on.get(
    '/list/options',
    {
      access: moneyReaders,
      summary: 'Option list: active colleagues',
      query: optionQuery(userOptionFilters),
      returns: Type.Array(Option({ role, roles: roleList, department, departments: departmentList })),
      meta: OptionMeta,
      etag: 'content',
    },
    ({ db, query }) => userOptions(db, {}, query),
  )

  on.get('', { access: admins, summary: 'List: users', ...userList.of(ListedUser) }, ({ db, query }) =>
    userPage(db, {}, query),
  )

  on.get('/:id', { access: admins, summary: 'One user', returns: ShownUser }, ({ db, params }) => oneUser(db, params))
}

const creation = (on: On) => {
  on.create(
    '',
    {
      access: admins,
      summary: 'Create a user; without a password an invitation is mailed',
      body: NewUser,
      returns: ShownUser,
      refuses: ['duplicate'],
    },
    async ({ tx, body }) => {
      const id = await createUser(tx, body)
      return { id, ...(await oneUser(tx, { id })) }
    },
  )
}

const change = (on: On) => {
  on.put(
    '/:id',
    {
      access: admins,
      summary: 'Change a user; a suspension or other roles end its sessions',
      body: UserChange,
      returns: ShownUser,
      refuses: ['duplicate', 'stale', 'step_not_possible'],
    },
    async ({ tx, params, body, expected }) => {
      await changeUser(tx, params.id, body, expected)
      return oneUser(tx, params)
    },
  )
}

const invitation = (on: On) => {
  on.post(
    '/:id/invitation',
    {
      name: 'inviteUserAgain',
      access: admins,
      summary: 'Mail the invitation once more to somebody who has not signed in yet',
      returns: ShownUser,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, params, expected }) => {
      await inviteAgain(tx, params.id, expected)
      return oneUser(tx, params)
    },
  )
}

const removal = (on: On) => {
  on.delete(
    '/:id',
    {
      access: admins,
      summary: 'Remove a user that nothing refers to',
      returns: Type.Null(),
      refuses: ['in_use', 'stale', 'step_not_possible'],
    },
    async ({ tx, params, expected }) => {
      await removeUser(tx, params.id, expected)
      return null
    },
  )
}
