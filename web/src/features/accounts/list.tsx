import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listUsers, type User } from 'guidon-sdk'
import { departmentWords, roleWords, userStatusWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { roleOf } from '../../kit/role-words.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { DelayedSearch } from '../../ui/lists/delayed-search.tsx'
import { ClearFilters, OneOf } from '../../ui/lists/filter-parts.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { AccountBadge } from './badge.tsx'
import { InviteSheet } from './invite-sheet.tsx'
import css from './list.module.css'
import type { AccountFilter } from './search.ts'

/** Everybody who may sign in. */
export default function Accounts() {
  const say = useSay()
  const [isInviting, setInviting] = useState(false)
  const filter = useSearch({ from: '/signed-in/accounts' })
  const query = { ...filter, per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['users', query],
    queryFn: () => listUsers(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ListPage
        title={say('帳號', 'Accounts')}
        label={say('帳號清單', 'List of accounts')}
        counted={(total) => say(`${total} 個`, plural(total, 'account'))}
        page={page}
        aside={
          <button type="button" className="button main" onClick={() => setInviting(true)}>
            {say('邀請…', 'Invite…')}
          </button>
        }
        beside={<AdminTabs />}
        filters={<Filters filter={filter} />}
      >
        {(rows) => (
          <ListTable className={css.accountsTable} columns={columns} sort={filter.sort} rows={rows}>
            {(user) => <Row key={user.id} user={user} />}
          </ListTable>
        )}
      </ListPage>
      {isInviting && <InviteSheet close={() => setInviting(false)} />}
    </>
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
        label={say('找姓名、信箱', 'Find a name or email')}
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
        words={userStatusWords}
        value={filter.status}
        choose={(status) => change({ status })}
      />
      {Object.keys(asked).length > 0 && <ClearFilters clear={() => navigate({ to: '/accounts', search: {} })} />}
      <ExportButton
        path="/api/users"
        words={['帳號', 'Accounts']}
        asked={filter}
        columns={() => import('guidon-sdk/columns/users')}
        isLogged
      />
    </search>
  )
}

const columns: Column[] = [
  { words: ['姓名', 'Name'], by: 'name' },
  { words: ['角色', 'Role'], by: 'role' },
  { words: ['最近登入', 'Last sign-in'], by: 'last_login_at' },
  { words: ['狀態', 'Status'] },
]

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
