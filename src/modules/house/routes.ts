import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { found } from '../../kit/errors.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { moneyReaders } from '../roles.ts'
import { changeHouse, keepLogo, removeLogo } from './actions.ts'
import { logoOf, publicHouse, wholeHouse } from './queries.ts'
import { HouseChange, NewLogo, PublicHouse, ShownHouse } from './schema.ts'

const admins = ['admin'] as const
const returns = ShownHouse

export default routes((on, app) => {
  reads(on, app)
  change(on)
  logo(on)
  newLogo(on)
})

const reads = (on: On, { machine }: FastifyInstance) => {
  on.get(
    '',
    {
      access: 'public',
      name: 'getHouse',
      summary: 'The travel agency, as everybody may know it',
      returns: PublicHouse,
      etag: 'content',
    },
    ({ db }) => publicHouse(db, { sends_mail: machine.isMailServerSet }),
  )

  on.get(
    '/record',
    {
      access: moneyReaders,
      name: 'getHouseRecord',
      summary: 'The whole record of the agency, with what the law wants and is missing',
      returns,
    },
    ({ db }) => wholeHouse(db, {}),
  )
}

const change = (on: On) => {
  on.put(
    '/record',
    {
      access: admins,
      name: 'updateHouseRecord',
      summary: 'Change the record of the agency',
      body: HouseChange,
      returns,
      refuses: ['stale'],
    },
    async ({ tx, body, expected }) => {
      await changeHouse(tx, body, expected)
      return wholeHouse(tx, {})
    },
  )
}

const logo = (on: On) => {
  on.file(
    '/logo',
    { access: 'public', name: 'getHouseLogo', summary: 'The logo', refuses: ['not_found'] },
    async ({ db }) => ({
      file_id: found(await logoOf(db)),
    }),
  )

  on.delete(
    '/logo',
    {
      access: admins,
      name: 'deleteHouseLogo',
      summary: 'Remove the logo',
      returns: Type.Null(),
      refuses: ['not_found', 'stale'],
    },
    async ({ tx, actor, expected }) => {
      await removeLogo(tx, actor, expected)
      return null
    },
  )
}

const newLogo = (on: On) => {
  on.upload(
    '/logo',
    {
      access: admins,
      name: 'uploadHouseLogo',
      summary: 'Upload the logo, which replaces the one before: jpeg, png or webp',
      body: NewLogo,
      returns,
      refuses: ['too_large'],
      at: '/api/house/logo',
    },
    async ({ tx, actor, body }) => {
      await keepLogo(tx, actor, body)
      return wholeHouse(tx, {})
    },
  )
}
