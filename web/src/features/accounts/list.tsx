import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listUsers, type User } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { departmentWords, roleWords, userStatusWords } from 'guidon-sdk/words'
import { useState } from 'react'
import Users from '~icons/lucide/users'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { roleOf } from '../../kit/role-words.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
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
        filters={{ search: filter, find: ['找姓名、信箱', 'Find a name or email'], filters }}
        tools={
          <ExportButton
            path="/api/users"
            words={['帳號', 'Accounts']}
            asked={filter}
            columns={() => import('guidon-sdk/columns/users')}
            isLogged
          />
        }
        empty={<Empty icon={Users}>{say('還沒有帳號', 'No accounts yet')}</Empty>}
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

const filters: readonly Filter<AccountFilter>[] = [
  { of: 'role', words: label.role, choices: roleWords },
  { of: 'department', words: label.department, choices: departmentWords },
  { of: 'status', words: label.status, choices: userStatusWords },
]

const columns: Column[] = [
  { words: ['姓名', 'Name'], by: 'name' },
  { words: label.role, by: 'role' },
  { words: label.last_login_at, by: 'last_login_at' },
  { words: label.status },
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
