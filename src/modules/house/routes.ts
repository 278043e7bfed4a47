import { Type } from 'typebox'
import { found } from '../../kit/errors.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { moneyReaders } from '../roles.ts'
import { changeHouse, keepLogo, removeLogo } from './actions.ts'
import { logoOf, publicHouse, wholeHouse } from './queries.ts'
import { HouseChange, NewLogo, PublicHouse, ShownHouse } from './schema.ts'

const admins = ['admin'] as const
const gives = ShownHouse

export default routes((on) => {
  reads(on)
  change(on)
  logo(on)
  newLogo(on)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: 'public',
      name: 'getHouse',
      says: 'The travel agency, as everybody may know it',
      gives: PublicHouse,
      tagged: 'content',
    },
    ({ db }) => publicHouse(db, {}),
  )

  on.get(
    '/record',
    {
      access: moneyReaders,
      name: 'getHouseRecord',
      says: 'The whole record of the agency, with what the law wants and is missing',
      gives,
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
      says: 'Change the record of the agency',
      body: HouseChange,
      gives,
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
    { access: 'public', name: 'getHouseLogo', says: 'The logo', refuses: ['not_found'] },
    async ({ db }) => ({
      file_id: found(await logoOf(db)),
    }),
  )

  on.delete(
    '/logo',
    {
      access: admins,
      name: 'deleteHouseLogo',
      says: 'Remove the logo',
      gives: Type.Null(),
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
      says: 'Upload the logo, which replaces the one before: jpeg, png or webp',
      body: NewLogo,
      gives,
      refuses: ['too_large'],
      at: '/api/house/logo',
    },
    async ({ tx, actor, body }) => {
      await keepLogo(tx, actor, body)
      return wholeHouse(tx, {})
    },
  )
}
