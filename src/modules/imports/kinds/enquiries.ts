import { Type } from 'typebox'
import { remove } from '../../../kit/db/rows.ts'
import { without } from '../../../kit/fields.ts'
import { phoneKey } from '../../../kit/phones.ts'
import { enterEnquiry } from '../../enquiries/enter.ts'
import { NewEnquiry } from '../../enquiries/schema.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { columns, inList, inOptions, type Kind, oneByOne, reference } from '../kind.ts'
import { branchColumn } from './house.ts'
import { areaColumn, packageColumn } from './packages.ts'
import { salesColumn, tripColumn } from './trips.ts'

const { source, ...fields } = without(NewEnquiry, [
  'area_id',
  'country_id',
  'package_id',
  'planned_trip_id',
  'sales_user_id',
  'branch_id',
]).properties

type Body = Omit<NewEnquiry, 'source'> & Partial<Pick<NewEnquiry, 'source'>>

/** A customer of a list without bookings is somebody whom sales may call: an enquiry, on the day that the file says. */
export const enquiryKind: Kind = {
  code: 'enquiries',
  noun: importKindWords.enquiries,
  of: 'enquiries',
  columns: [
    ...columns(
      { ...fields, source: Type.Optional(source) },
      {
        name: { words: ['姓名', 'Name'], personWith: 'phone' },
        source: { ...inList('enquiry_source'), words: ['洽詢管道', 'How it came'] },
        marketing_source: inOptions('marketing-source'),
        locale: inList('locale'),
        people: { example: '4' },
        budget: { example: '60000' },
      },
    ),
    { ...packageColumn, isRequired: false },
    { ...tripColumn, isRequired: false },
    areaColumn,
    reference(
      'country_code',
      { field: 'country_id', to: 'countries', by: ['iso_alpha2', 'name', 'name_en'] },
      { words: ['國家', 'Country'], example: ['日本', 'Japan'] },
    ),
    branchColumn,
    salesColumn,
  ],
  keyOf: ({ name, phone, email, line_id }) =>
    `${name}/${phone ? phoneKey(`${phone}`) : (email ?? line_id ?? '')}`.toLowerCase(),
  isPersonal: true,
  write: oneByOne(({ tx, actor_id }, body: Body) => enterEnquiry(tx, actor_id, { source: 'other', ...body })),
  remove: ({ tx }, id) => remove(tx, enquiryKind.of, id),
}
