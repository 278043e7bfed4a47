import { useQuery } from '@tanstack/react-query'
import { getHouseRecord } from 'guidon-sdk'
import { Suspense } from 'react'
import { guidon } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { isAdmin } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Known } from './known.tsx'
import { Logo } from './logo.tsx'
import css from './page.module.css'
import { PassThrough } from './pass-through.tsx'
import { Questions } from './questions.tsx'
import { RecordForm } from './record-form.tsx'
import { Terms } from './terms.tsx'
import { wordsOf } from './words.ts'

const Templates = lazy(() => import('./templates.tsx'))

/** The agency's record, which administrators may change. */
export default function House() {
  const say = useSay()
  const mayChange = isAdmin(useMe())
  const { data: house } = useQuery({ queryKey: ['house', 'record'], queryFn: () => getHouseRecord(guidon) })
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('公司資料', 'The agency')}</h1>
          <p className="soft small">{say('印在合約、單據與信件上。', 'Printed on contracts, papers and mails.')}</p>
        </div>
      </header>
      {mayChange && <AdminTabs />}
      {!house && <Loading />}
      {house && house.missing.length > 0 && (
        <p className={css.missing} role="status">
          {say('依法應載明，尚未填寫或已經到期：', 'Required by law, and missing or expired: ')}
          {house.missing.map((field) => wordsOf(say, field)).join(say('、', ', '))}
        </p>
      )}
      {house && (
        <div className="halves">
          {mayChange ? <RecordForm house={house} /> : <Known house={house} />}
          <div className="column">
            <Logo house={house} mayChange={mayChange} />
            <Terms />
            {mayChange && <PassThrough house={house} />}
            {mayChange && <Questions house={house} />}
          </div>
        </div>
      )}
      <Suspense>{house && mayChange && <Templates />}</Suspense>
    </div>
  )
}
