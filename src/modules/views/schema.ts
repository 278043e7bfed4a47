import { type Static, Type } from 'typebox'
import { constraintRefusal } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import {
  anyText,
  defaulted,
  details,
  flag,
  formed,
  labelled,
  line,
  list,
  nullable,
  oneOf,
  orNull,
  ref,
  without,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'

/** The groups that a view can be shared with; `staff` means all staff. */
const audiences = ['staff', 'sales', 'op', 'ticketing', 'line_control', 'finance', 'manager', 'admin'] as const

/** A named filter of a list, private or shared. */
export const SavedView = Type.Object({
  /** The path of the list below /api. */
  list: { ...formed('^[a-z][a-z/-]*$', 'planned-trips'), maxLength: 60 },
  name: line(60, '下個月缺領隊'),
  /** The filters in the form that the client uses. The service stores them unchanged. */
  filters: labelled(details(30), ['篩選條件', 'Filters']),
  sort: labelled(nullable(line(60, '-departure_date')), ['排序', 'Order']),
  /** The columns that the client shows; empty means its default columns. */
  columns: labelled(defaulted(list(line(60), 60)), ['欄位', 'Columns']),
  shared_with: labelled(nullable(oneOf(audiences)), ['分享對象', 'Shared with']),
})
export type SavedView = Static<typeof SavedView>

export const ViewChange = Type.Partial(without(SavedView, ['list']))
export type ViewChange = Static<typeof ViewChange>

const owner = Type.Object({ id: ref(), name: anyText('王小美'), name_en: orNull(anyText('Mei Wang')) })
export const ShownView = RecordOf(SavedView, { owner, is_own: flag() })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    saved_views: Table<typeof SavedView> & { user_id: number }
  }
}

constraintRefusal(
  'saved_views_name',
  () =>
    new Refusal('duplicate', {
      errors: {
        name: [
          ['這個清單您已有同名的檢視，請換個名稱。', 'You have a view of that name in this list; choose another name.'],
        ],
      },
    }),
)
