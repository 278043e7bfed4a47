import { Type } from 'typebox'
import { shown } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { Option, OptionMeta, optionQuery } from '../../kit/resource/option-list.ts'
import { changePackage, createPackage, removePackage } from './actions.ts'
import { editors } from './flow.ts'
import { parts, readers } from './part-routes.ts'
import { onePackage, optionFilters, packageList, packageOptions, packagePage } from './queries.ts'
import { NewPackage, Package, PackageChange } from './schema.ts'
import { ListedPackage, ShownPackage } from './shapes.ts'

const { status: _offered, ...narrowing } = optionFilters
const { package_code, days } = shown(Package).properties

export default routes((on) => {
  parts(on)
  reads(on)
  creation(on)
  change(on)
  removal(on)
})

const reads = (on: On) => {
  on.get(
    '/list/options',
    {
      access: readers,
      summary: 'Option list: published packages',
      query: optionQuery(narrowing),
      returns: Type.Array(Option({ package_code, days })),
      meta: OptionMeta,
      etag: 'content',
    },
    ({ db, query }) => packageOptions(db, {}, query),
  )

  on.get(
    '',
    { access: readers, summary: 'List: packages', ...packageList.of(ListedPackage), etag: 'content' },
    ({ db, query }) => packagePage(db, {}, query),
  )

  on.get(
    '/:id',
    { access: readers, summary: 'One package with its days and its prices', returns: ShownPackage },
    ({ db, params }) => onePackage(db, params),
  )
}

const creation = (on: On) => {
  on.create(
    '',
    {
      access: editors,
      summary: 'Create a package as a draft',
      body: NewPackage,
      returns: ShownPackage,
      refuses: ['duplicate'],
    },
    async ({ tx, body }) => {
      const id = await createPackage(tx, body)
      return { id, ...(await onePackage(tx, { id })) }
    },
  )
}

const change = (on: On) => {
  on.put(
    '/:id',
    {
      access: editors,
      summary: 'Change any of its fields: package; planned trips keep their copies',
      body: PackageChange,
      returns: ShownPackage,
      refuses: ['duplicate', 'stale'],
    },
    async ({ tx, params, body, expected }) => {
      await changePackage(tx, params.id, body, expected)
      return onePackage(tx, params)
    },
  )
}

const removal = (on: On) => {
  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a package without trips',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, actor, params, expected }) => {
      await removePackage(tx, actor, params.id, expected)
      return null
    },
  )
}
