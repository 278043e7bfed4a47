import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Enquiry, listEnquiries } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { enquirySourceWords, enquiryStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import Clock from '~icons/lucide/clock'
import PhoneIncoming from '~icons/lucide/phone-incoming'
import Plus from '~icons/lucide/plus'
import { guidon } from '../../kit/api.ts'
import { plainDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { plural, useSay } from '../../kit/words.ts'
import { ChosenTable } from '../../ui/columns/chosen-table.tsx'
import { type ChosenColumn, fileOf, stampColumns } from '../../ui/columns/columns.ts'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { Named } from '../../ui/columns/named.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { byArea, byBranch } from '../reference/shared/filters.tsx'
import { SavedViews } from '../views/shared/menu.tsx'
import css from './page.module.css'
import { askedOf, type EnquiryFilter } from './search.ts'
import { sourceIn, statusHues, statusIn, travelIn, waysTo } from './words.ts'

const EnquirySheet = lazy(() => import('./enquiry-sheet.tsx'))

/** What people ask before there is a booking: at first what is open, the next call first. */
export default function Enquiries() {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/enquiries' })
  const [isAdding, setAdding] = useState(filter.new === true)
  const query = { ...askedOf(filter), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['enquiries', 'list', query],
    queryFn: () => listEnquiries(guidon, query),
    placeholderData: keepPreviousData,
  })
  const add = (className: string) => (
    <button type="button" className={className} onClick={() => setAdding(true)}>
      <Plus />
      {say('新增洽詢', 'New enquiry')}
    </button>
  )
  return (
    <>
      <ListPage
        title={say('洽詢', 'Enquiries')}
        label={say('洽詢清單', 'List of enquiries')}
        counted={(total) => say(`${total} 筆`, plural(total, 'enquiry', 'enquiries'))}
        page={page}
        filters={{ search: filter, find: ['找姓名、電話、信箱', 'Find a name, phone, email'], filters }}
        tools={<Tools search={filter} />}
        empty={
          <Empty icon={PhoneIncoming} act={add('button')}>
            {say('沒有等著聯絡的洽詢', 'No enquiry waits for a call')}
          </Empty>
        }
        aside={add('button main')}
      >
        {(rows) => (
          <ChosenTable columns={columns} show={filter.show} sort={filter.sort ?? 'follow_up_on'} rows={rows} />
        )}
      </ListPage>
      <Suspense>{isAdding && <EnquirySheet close={() => setAdding(false)} />}</Suspense>
    </>
  )
}

const Tools = ({ search }: { search: EnquiryFilter }) => (
  <>
    <ColumnsMenu columns={columns} show={search.show} />
    <SavedViews list="enquiries" filter={search} />
    <ExportButton
      path="/api/enquiries"
      words={['洽詢', 'Enquiries']}
      asked={askedOf(search)}
      shown={fileOf(columns, search.show)}
      columns={() => import('guidon-sdk/columns/enquiries')}
      isLogged
    />
  </>
)

const Sellers = recordFilter('/api/users')

const filters: readonly Filter<EnquiryFilter>[] = [
  { of: 'status', words: label.status, choices: enquiryStatusWords },
  { of: 'mine', words: label.mine, is: true, instead: ['sales_user_id', 'is_unowned'] },
  { of: 'overdue', words: label.overdue, is: true, icon: Clock },
  { of: 'is_unowned', words: label.is_unowned, is: true, instead: ['mine', 'sales_user_id'] },
  { of: 'source', words: ['洽詢管道', 'How it came'], choices: enquirySourceWords },
  { of: 'sales_user_id', words: label.sales_user_id, field: Sellers, instead: ['mine', 'is_unowned'] },
  { of: 'area_id', ...byArea },
  { of: 'branch_id', ...byBranch },
  { from: 'follow_up_from', to: 'follow_up_to', words: label.follow_up_on },
]

const columns: readonly ChosenColumn<Enquiry>[] = [
  {
    name: 'name',
    words: ['姓名、編號', 'Name, number'],
    by: 'name',
    file: ['enquiry_number', 'name'],
    cell: (row) => <Subject row={row} />,
  },
  {
    name: 'reach',
    words: ['聯絡方式', 'How to reach'],
    file: ['phone', 'email', 'line_id'],
    cell: (row) => <Ways row={row} />,
  },
  {
    name: 'wish',
    words: label.wish,
    file: ['wish', 'trip.serial', 'travel_from', 'travel_to'],
    cell: (row) => <Wish row={row} />,
  },
  { name: 'area', words: label.area_id, isExtra: true, file: ['area.name'], cell: ({ area }) => <Named of={area} /> },
  {
    name: 'people',
    words: label.people,
    isExtra: true,
    isNumber: true,
    file: ['people'],
    cell: ({ people }) => people,
  },
  { name: 'source', words: ['洽詢管道', 'How it came'], file: ['source'], cell: (row) => <Source row={row} /> },
  {
    name: 'branch',
    words: label.branch_id,
    isExtra: true,
    file: ['branch.name'],
    cell: ({ branch }) => <Named of={branch} />,
  },
  {
    name: 'owner',
    words: label.sales_user_id,
    file: ['sales_user.name'],
    cell: ({ sales_user }) => <Owner of={sales_user} />,
  },
  {
    name: 'next',
    words: label.follow_up_on,
    by: 'follow_up_on',
    file: ['follow_up_on'],
    cell: (row) => <NextDay row={row} />,
  },
  { name: 'status', words: label.status, file: ['status'], cell: (row) => <Status row={row} /> },
  ...stampColumns,
]

type OfRow = { row: Enquiry }

const Subject = ({ row: { id, name, enquiry_number } }: OfRow) => (
  <>
    <Link className="row-link" to="/enquiries/$id" params={{ id: String(id) }}>
      {name}
    </Link>
    <span className="sub">{enquiry_number}</span>
  </>
)

const Ways = ({ row }: OfRow) => {
  const [first, ...others] = waysTo(row)
  return (
    <>
      {first}
      {others.map((way) => (
        <span key={way} className="sub">
          {way}
        </span>
      ))}
    </>
  )
}

const Wish = ({ row }: OfRow) => {
  const say = useSay()
  const { wish, people, trip } = row
  const facts = [trip?.serial, travelIn(row), people && say(`${people} 人`, plural(people, 'person', 'people'))]
  return (
    <>
      <span className={css.wish}>{wish}</span>
      <span className="sub">{facts.filter(Boolean).join('・')}</span>
    </>
  )
}

const Source = ({ row }: OfRow) => sourceIn(useSay(), row)

const Owner = ({ of }: { of: Enquiry['sales_user'] }) => {
  const say = useSay()
  return of ? <Named of={of} /> : <span className="soft">{say(...label.is_unowned)}</span>
}

const NextDay = ({ row: { follow_up_on, is_overdue, ended_at } }: OfRow) =>
  ended_at === null && <span className={is_overdue ? 'late' : ''}>{plainDay(follow_up_on)}</span>

const Status = ({ row }: OfRow) => {
  const say = useSay()
  return <span className={`badge ${statusHues[row.status]}`}>{statusIn(say, row)}</span>
}
