import * as label from 'guidon-sdk/labels'
import type { ReactNode } from 'react'
import { dayAndTime } from '../../kit/days.ts'
import type { Column } from '../lists/list-table.tsx'

/** A column that a reader may show or hide. The first one of a list always stays: it leads to the record. */
export type ChosenColumn<Row> = Column & {
  /** Its name in the address and in saved views. */
  name: string
  /** Hidden until somebody chooses it. */
  isExtra?: boolean
  /** What a file of the list has in its place. */
  file?: readonly string[]
  cell: (row: Row) => ReactNode
}

/** The columns that `show` names, such as `trip,seats,op`; without it those that are no extra ones. */
export const columnsIn = <C extends { name: string; isExtra?: boolean }>(columns: readonly C[], show?: string) => {
  const names = show?.split(',')
  return columns.filter(({ name, isExtra }, nth) => nth === 0 || (names ? names.includes(name) : !isExtra))
}

/** The columns of a file that says what the screen shows. */
export const fileOf = (columns: readonly ChosenColumn<never>[], show?: string) =>
  columnsIn(columns, show).flatMap(({ file = [] }) => file)

/** When a record was made and changed last: extra columns of most lists. */
export const stampColumns: readonly ChosenColumn<{ created_at: string; updated_at: string }>[] = [
  {
    name: 'created',
    words: label.created_at,
    by: 'created_at',
    isExtra: true,
    file: ['created_at'],
    cell: ({ created_at }) => dayAndTime(created_at),
  },
  {
    name: 'updated',
    words: label.updated_at,
    by: 'updated_at',
    isExtra: true,
    file: ['updated_at'],
    cell: ({ updated_at }) => dayAndTime(updated_at),
  },
]
