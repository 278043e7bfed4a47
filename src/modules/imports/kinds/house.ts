import { sql } from 'kysely'
import { remove } from '../../../kit/db/rows.ts'
import { labelled, without } from '../../../kit/fields.ts'
import { createRecord } from '../../../kit/resource/resource.ts'
import { branches } from '../../branches.ts'
import { hotels } from '../../hotels.ts'
import { suppliers } from '../../suppliers.ts'
import { createUser, NewUser, removeUser } from '../../users/manage.ts'
import { roleList } from '../../users/user.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { columns, inList, type Kind, keyFrom, oneByOne, reference } from '../kind.ts'
import { byColumn, byQuery } from './find.ts'

export const branchColumn = reference(
  'branch_code',
  { field: 'branch_id', to: 'branches', by: ['code', 'name', 'name_en'] },
  { words: ['分公司', 'Branch'], example: 'TAICHUNG' },
)

export const branchKind: Kind = {
  code: 'branches',
  noun: importKindWords.branches,
  of: 'branches',
  columns: columns(branches.fields.properties),
  keyOf: keyFrom('code'),
  find: byColumn('branches', 'code'),
  write: oneByOne(({ tx }, body: object) => createRecord(tx, branches, body)),
  remove: ({ tx }, id) => remove(tx, branches.table, id),
}

const { city_id: _city, ...ofHotel } = hotels.fields.properties

export const hotelKind: Kind = {
  code: 'hotels',
  noun: importKindWords.hotels,
  of: 'hotels',
  columns: [
    ...columns(ofHotel),
    reference(
      'city_name',
      { field: 'city_id', to: 'cities', by: ['name', 'name_en', 'iata_code'] },
      { words: ['城市', 'City'], example: ['大阪', 'Osaka'], isRequired: true },
    ),
  ],
  keyOf: keyFrom('name', 'city_name'),
  find: byQuery(sql`
    select h.id, name.said as key from hotels h join cities c on c.id = h.city_id
     cross join lateral (values (lower(h.name || '/' || c.name)), (lower(h.name || '/' || c.name_en)), (lower(h.name || '/' || c.iata_code))) name (said)`),
  write: oneByOne(({ tx }, body: object) => createRecord(tx, hotels, body)),
  remove: ({ tx }, id) => remove(tx, hotels.table, id),
}

const { country_id: _country, ...ofSupplier } = suppliers.fields.properties

export const supplierKind: Kind = {
  code: 'suppliers',
  noun: importKindWords.suppliers,
  of: 'suppliers',
  columns: [
    ...columns(ofSupplier),
    reference(
      'country_name',
      { field: 'country_id', to: 'countries', by: ['name', 'name_en', 'iso_alpha2'] },
      { words: ['國家', 'Country'], example: ['日本', 'Japan'] },
    ),
  ],
  keyOf: keyFrom('name'),
  find: byColumn('suppliers', 'name'),
  write: oneByOne(({ tx }, body: object) => createRecord(tx, suppliers, body)),
  remove: ({ tx }, id) => remove(tx, suppliers.table, id),
}

const ofAccount = without(NewUser, [
  'role',
  'roles',
  'department',
  'tour_leader_id',
  'branch_id',
  'password',
  'morning_mail',
]).properties

/** Accounts get no invitation: an administrator invites them when the house is ready. */
export const accountKind: Kind = {
  code: 'accounts',
  noun: importKindWords.accounts,
  of: 'users',
  columns: [
    ...columns(
      { ...ofAccount, roles: labelled(roleList, ['角色', 'Roles']) },
      {
        name: { words: ['姓名', 'Name'], personWith: 'phone' },
        locale: inList('locale'),
        status: inList('user_status'),
        departments: { ...inList('department'), example: '' },
        roles: { ...inList('role'), example: 'sales' },
      },
    ),
    branchColumn,
  ],
  keyOf: keyFrom('email'),
  isPersonal: true,
  find: byColumn('users', 'email'),
  write: oneByOne(({ tx }, { roles, ...body }: NewUser & { roles: NonNullable<NewUser['roles']> }) =>
    createUser(tx, { ...body, role: roles[0] ?? 'sales', roles }),
  ),
  remove: ({ tx }, id) => removeUser(tx, id, undefined),
}
