import './page.css'
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
import { RecordForm } from './record-form.tsx'
import { Terms } from './terms.tsx'
import { wordsOf } from './words.ts'

const Templates = lazy(() => import('./templates.tsx'))

/** The agency as the law and its customers know it; administrators change it. */
export default function House() {
  const say = useSay()
  const mayChange = isAdmin(useMe())
  const { data: house } = useQuery({ queryKey: ['house', 'record'], queryFn: () => getHouseRecord(guidon) })
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('公司資料', 'The agency')}</h1>
          <p className="soft small">{say('印在合約、單據與信件上。', 'It stands on contracts, papers and mails.')}</p>
        </div>
      </header>
      {mayChange && <AdminTabs />}
      {!house && <Loading />}
      {house && house.missing.length > 0 && (
        <p className="missing" role="status">
          {say('法定文件還缺：', 'The law wants these too: ')}
          {house.missing.map((field) => wordsOf(say, field)).join(say('、', ', '))}
        </p>
      )}
      {house && (
        <div className="halves">
          {mayChange ? <RecordForm house={house} /> : <Known house={house} />}
          <div className="column">
            <Logo house={house} mayChange={mayChange} />
            <Terms />
          </div>
        </div>
      )}
      <Suspense>{house && mayChange && <Templates />}</Suspense>
    </div>
  )
}
