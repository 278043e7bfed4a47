import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { telephoneAddress } from 'guidon-design/formats'
import { type GetUser, getUser } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, dayWithYear } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { roleOf } from '../../kit/role-words.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { useBranches } from '../reference/shared/branches.ts'
import { AccountBadge } from './badge.tsx'
import { EditSheet } from './edit-sheet.tsx'
import { useRemoval } from './removal.tsx'
import { SecondFactor } from './second-factor-card.tsx'
import { SignIn } from './sign-in-card.tsx'

/** One account: whose it is, what it may do, and how it signs in. */
export default function OneAccount() {
  const id = Number(useParams({ from: '/signed-in/accounts/$id' }).id)
  const { data: user } = useQuery({ queryKey: ['users', id], queryFn: () => getUser(guidon, id) })
  if (!user) return <Loading />
  return (
    <div className="page">
      <AccountHeading user={user} />
      <div className="halves">
        <Details user={user} />
        <div className="column">
          <SignIn user={user} />
          <SecondFactor user={user} />
        </div>
      </div>
    </div>
  )
}

const AccountHeading = ({ user }: { user: GetUser }) => {
  const say = useSay()
  const isOwn = useMe().id === user.id
  const removal = useRemoval(user)
  return (
    <Heading
      back={<BackLink to="/accounts">{say('所有帳號', 'All accounts')}</BackLink>}
      title={nameOf(say, user)}
      badge={<AccountBadge status={user.status} />}
      facts={`${roleOf(say, user)}・${user.email}`}
      main={<Edit>{(close) => <EditSheet user={user} close={close} />}</Edit>}
      more={[!isOwn && removal]}
    />
  )
}

const Details = ({ user }: { user: GetUser }) => {
  const say = useSay()
  const branch = useBranches()?.find(({ value }) => value === user.branch_id)
  return (
    <Card title={say('資料與權限', 'Details and role')}>
      <div className="within">
        <Facts
          facts={[
            [say('姓名', 'Name'), user.name],
            [say('英文姓名', 'Name in English'), user.name_en],
            [say(...label.role), roleOf(say, user)],
            [say(...label.branch_id), branch && say(branch.label, branch.label_en ?? branch.label)],
            [say('領隊資料', 'Leader profile'), user.tour_leader_id && <Leader id={user.tour_leader_id} />],
            [
              say(...label.email),
              <a key="email" href={`mailto:${user.email}`}>
                {user.email}
              </a>,
            ],
            [say(...label.phone), user.phone && <a href={telephoneAddress(user.phone)}>{user.phone}</a>],
            ['LINE', user.line_id],
            [say(...label.locale), user.locale === 'en' ? 'English' : '中文（台灣）'],
            [say(...label.last_login_at), signedInAt(say, user)],
            [say(...label.created_at), dayWithYear(user.created_at)],
          ]}
        />
        <p className="small">
          <Link className="link" to="/audit" search={{ table_name: 'users', record_id: user.id }}>
            {say('這個帳號的異動紀錄', 'Changes to this account')}
          </Link>
        </p>
      </div>
    </Card>
  )
}

const signedInAt = (say: Say, { last_login_at }: GetUser) =>
  last_login_at ? dayAndTime(last_login_at) : say('從未登入', 'Never')

const Leader = ({ id }: { id: number }) => {
  const say = useSay()
  return (
    <Link className="link" to="/leaders/$id" params={{ id: String(id) }}>
      {say('查看領隊', 'View the leader')}
    </Link>
  )
}
