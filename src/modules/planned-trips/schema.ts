import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { day, defaulted, line, oneOf } from '../../kit/fields.ts'

export const tripStatuses = [
  'draft',
  'open',
  'guaranteed',
  'closed',
  'departed',
  'returned',
  'settled',
  'cancelled',
] as const

export const PlannedTrip = Type.Object({
  serial: line(40, 'CNX270128A'),
  name: line(200, '清邁五日'),
  departure_date: day(),
  return_date: day(),
  status: defaulted(oneOf(tripStatuses)),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    planned_trips: Table<typeof PlannedTrip>
  }
}
