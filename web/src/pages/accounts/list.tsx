import './list.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listUsers, type User } from 'guidon-sdk'
import { useState } from 'react'
import type { AccountFilter } from '../../filters.ts'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../parts/admin-tabs.tsx'
import { DelayedSearch } from '../../parts/delayed-search.tsx'
import { Empty, Loading } from '../../parts/empty.tsx'
import { ClearFilters, OneOf, SortedHeading } from '../../parts/filter-parts.tsx'
import { Pages } from '../../parts/pages.tsx'
import { departmentWords, roleOf, roleWords } from '../../parts/role-words.ts'
import { AccountBadge, statusWords } from './badge.tsx'
import { InviteSheet } from './invite-sheet.tsx'

/** Everybody who may sign in. */
export default function Accounts() {
  const say = useSay()
  const [isInviting, setInviting] = useState(false)
  const filter = useSearch({ from: '/signed-in/accounts' })
  const { data: page, error } = useQuery({
    queryKey: ['users', filter],
    queryFn: () => listUsers(guidon, { ...filter, per_page: 30 }),
    placeholderData: keepPreviousData,
  })
  if (error) throw error
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('帳號', 'Accounts')}</h1>
          <p className="soft small" role="status">
            {page && say(`${page.meta.total} 個`, `${page.meta.total} accounts`)}
          </p>
        </div>
        <div className="right">
          <button type="button" className="button main" onClick={() => setInviting(true)}>
            {say('邀請…', 'Invite…')}
          </button>
        </div>
      </header>
      <AdminTabs />
      <Filters filter={filter} />
      <section className="card" aria-label={say('帳號清單', 'List of accounts')}>
        {!page && <Loading />}
        {page?.data.length === 0 && <Empty />}
        {page && page.data.length > 0 && <Table rows={page.data} sort={filter.sort} />}
        {page && page.meta.last_page > 1 && <Pages meta={page.meta} />}
      </section>
      {isInviting && <InviteSheet close={() => setInviting(false)} />}
    </div>
  )
}

const Filters = ({ filter }: { filter: AccountFilter }) => {
  const say = useSay()
  const navigate = useNavigate()
  const change = (to: Partial<AccountFilter>) =>
    navigate({ to: '/accounts', search: { ...filter, page: undefined, ...to }, replace: true })
  const { page: _page, sort: _sort, ...asked } = filter
  return (
    <search className="filters">
      <DelayedSearch
        label={say('找姓名、信箱', 'Find a name or address')}
        value={filter.q ?? ''}
        change={(q) => change({ q: q || undefined })}
      />
      <OneOf label={say('角色', 'Role')} words={roleWords} value={filter.role} choose={(role) => change({ role })} />
      <OneOf
        label={say('部門', 'Department')}
        words={departmentWords}
        value={filter.department}
        choose={(department) => change({ department })}
      />
      <OneOf
        label={say('狀態', 'Status')}
        words={statusWords}
        value={filter.status}
        choose={(status) => change({ status })}
      />
      {Object.keys(asked).length > 0 && <ClearFilters clear={() => navigate({ to: '/accounts', search: {} })} />}
    </search>
  )
}

const Table = ({ rows, sort }: { rows: User[]; sort: string | undefined }) => {
  const say = useSay()
  return (
    <table className="table as-cards accounts-table">
      <thead>
        <tr>
          <SortedHeading by="name" sort={sort}>
            {say('姓名', 'Name')}
          </SortedHeading>
          <SortedHeading by="role" sort={sort}>
            {say('角色', 'Role')}
          </SortedHeading>
          <SortedHeading by="last_login_at" sort={sort}>
            {say('最近登入', 'Last sign-in')}
          </SortedHeading>
          <th scope="col">{say('狀態', 'Status')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((user) => (
          <Row key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ user }: { user: User }) => {
  const say = useSay()
  const { id, email, last_login_at } = user
  return (
    <tr>
      <td>
        <Link className="row-link" to="/accounts/$id" params={{ id: String(id) }}>
          {nameOf(say, user)}
        </Link>
        <span className="sub">{email}</span>
      </td>
      <td>{roleOf(say, user)}</td>
      <td className="soft">
        {last_login_at ? (
          <time dateTime={last_login_at} title={dayAndTime(last_login_at)}>
            {fromNow(last_login_at)}
          </time>
        ) : (
          say('從未登入', 'Never')
        )}
      </td>
      <td>
        <AccountBadge status={user.status} />
      </td>
    </tr>
  )
}
