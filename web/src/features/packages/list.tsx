import { Link, useSearch } from '@tanstack/react-router'
import type { Package } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { packageKindWords, packageStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import MapIcon from '~icons/lucide/map'
import Plus from '~icons/lucide/plus'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { byArea } from '../reference/shared/filters.tsx'
import { lengthOf } from './length.ts'
import css from './packages.module.css'
import { mayEdit, useNamesOf, usePackages } from './queries.ts'
import type { PackageFilter } from './search.ts'
import { statusHues } from './status.ts'

const PackageSheet = lazy(() => import('./package-sheet.tsx'))

/** The list of packages; each trip is planned from one of them. */
export default function Packages() {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/packages' })
  const { data: page } = usePackages(filter)
  return (
    <ListPage
      aside={<Adding />}
      title={say('行程', 'Packages')}
      label={say('行程清單', 'List of packages')}
      counted={(total) => say(`${total} 個`, plural(total, 'package'))}
      page={page}
      filters={{ search: filter, find: ['找代碼、名稱', 'Find code, name'], filters }}
      tools={
        <ExportButton
          path="/api/packages"
          words={['行程', 'Packages']}
          asked={filter}
          columns={() => import('guidon-sdk/columns/packages')}
        />
      }
      empty={
        <Empty icon={MapIcon} act={<Adding isFirst />}>
          {say('還沒有行程；每一團都從一個行程開出。', 'No packages yet: each trip is planned from one.')}
        </Empty>
      }
    >
      {(rows) => <Table rows={rows} sort={filter.sort} />}
    </ListPage>
  )
}

const Adding = ({ isFirst = false }) => {
  const say = useSay()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!mayEdit(me)) return null
  return (
    <>
      <button type="button" className={isFirst ? 'button' : 'button main'} onClick={() => setOpen(true)}>
        <Plus />
        {say('新增行程', 'Add')}
      </button>
      <Suspense>{isOpen && <PackageSheet close={() => setOpen(false)} />}</Suspense>
    </>
  )
}

const filters: readonly Filter<PackageFilter>[] = [
  { of: 'status', words: label.status, choices: packageStatusWords },
  { of: 'kind', words: label.kind, choices: packageKindWords },
  { of: 'area_id', ...byArea },
  { of: 'country_id', words: label.country_id, field: recordFilter('/api/countries') },
]

const Table = ({ rows, sort }: { rows: Package[]; sort: string | undefined }) => {
  const countries = useNamesOf(
    '/api/countries',
    rows.flatMap((row) => row.countries.map(({ country_id }) => country_id)),
  )
  return (
    <ListTable className={css.packagesTable} columns={columns} sort={sort} rows={rows}>
      {(row) => (
        <Row key={row.id} row={row} countries={countries(...row.countries.map(({ country_id }) => country_id))} />
      )}
    </ListTable>
  )
}

const columns: Column[] = [
  { words: label.package_id, by: 'name' },
  { words: label.code, by: 'package_code' },
  { words: ['天數', 'Days'], by: 'days' },
  { words: label.countries },
  { words: label.party_size },
  { words: label.status },
]

const Row = ({ row, countries }: { row: Package; countries: string }) => {
  const say = useSay()
  return (
    <tr>
      <td>
        <Link className="row-link" to="/packages/$id" params={{ id: String(row.id) }}>
          {nameOf(say, row)}
        </Link>
        <span className="sub">{say(...packageKindWords[row.kind])}</span>
      </td>
      <td>{row.package_code}</td>
      <td>{lengthOf(say, row)}</td>
      <td>{countries}</td>
      <td>{`${row.min_pax}–${row.max_pax}`}</td>
      <td>
        <span className={`badge ${statusHues[row.status]}`}>{say(...packageStatusWords[row.status])}</span>
      </td>
    </tr>
  )
}
