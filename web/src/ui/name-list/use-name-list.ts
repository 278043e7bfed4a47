import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BookingImport, NameListRead, NameListReadInput } from 'guidon-sdk'
import { useState } from 'react'

export type ListKind = NameListReadInput['kind']
/** A list as it was read, with what was corrected in it since. */
export type NameList = NameListRead
/** The cells of a person by column, as they were typed. */
export type Cells = Record<string, string>
export type Report = Pick<BookingImport, 'imported' | 'lines'>

type Given = {
  kind: ListKind
  /** What the list is for: a key for its checks. */
  about: string
  /** The service reads the lines, and says what is wrong with each cell. Nothing is written. */
  check: (rows: Cells[]) => Promise<Report>
}

/** A list of people that is mended before anything is written. It is checked whenever a changed cell is left. */
export const useNameList = ({ kind, about, check }: Given) => {
  const [list, setList] = useState<NameList>()
  const [rows, setRows] = useState<Cells[]>([])
  const [refused, setRefused] = useState<{ rows: Cells[]; report: Report }>()
  const hasNames = list?.columns.some(({ code }) => code === nameOf[kind]) ?? false
  const { data, error, isFetching } = useQuery({
    queryKey: ['name list', about, rows],
    queryFn: () => check(rows),
    enabled: hasNames && rows.length > 0,
    placeholderData: keepPreviousData,
    // It holds what is personal.
    gcTime: 0,
    retry: false,
  })
  const last = refused && isSame(refused.rows, rows) ? refused.report : data
  // After a line was removed, the faults of the others are not known yet.
  const report = hasNames && last?.lines.length === rows.length ? last : undefined
  const faults = report?.lines.flatMap(({ errors }) => Object.keys(errors)).length ?? 0
  return {
    kind,
    list,
    rows,
    hasNames,
    report,
    faults,
    error,
    /** Changes the list, and checks it unless a cell is still being typed. */
    change: (to: NameList | undefined, isTyping = false) => {
      setList(to)
      if (!isTyping) setRows(to ? rowsOf(to) : [])
    },
    /** The faults of a write that was refused. */
    refuse: (report: Report) => setRefused({ rows, report }),
    isReady: list !== undefined && report !== undefined && !isFetching && faults === 0 && isSame(rows, rowsOf(list)),
  }
}
export type NameListState = ReturnType<typeof useNameList>

export const nameOf = { travelers: 'name', guests: 'guest_name' } as const

const rowsOf = ({ columns, lines }: NameList): Cells[] =>
  lines.map(({ cells }) =>
    Object.fromEntries(
      columns.flatMap(({ code }, at) => {
        const cell = cells[at]?.trim() ?? ''
        return code && cell !== '' ? [[code, cell]] : []
      }),
    ),
  )

const isSame = (one: Cells[], other: Cells[]) => JSON.stringify(one) === JSON.stringify(other)
