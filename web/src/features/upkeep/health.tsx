import { useQuery } from '@tanstack/react-query'
import { checkInstallation, sendTestMail } from 'guidon-sdk'
import { findingWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { locale, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Loading } from '../../ui/empty.tsx'
import { aboutWords } from './check-names.ts'
import { type Check, stateHues } from './status.ts'
import css from './upkeep.module.css'

const order = ['fail', 'warn', 'ok'] as const

/** Whether the database, the jobs and the accounts are as they should be; what is not comes first, with what to do. */
export default function Health() {
  const say = useSay()
  const { data: checks } = useQuery({
    queryKey: ['health', locale.use()],
    queryFn: () => checkInstallation(guidon),
  })
  const toMend = checks?.filter(({ is }) => is !== 'ok').length ?? 0
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('系統狀態', 'Health')}</h1>
          <p className="soft small" role="status">
            {checks &&
              (toMend > 0
                ? say(`${toMend} 項需要處理`, `${toMend} need attention`)
                : say('一切正常', 'Everything is in order'))}
          </p>
        </div>
      </header>
      <AdminTabs />
      <section className="card" aria-label={say('檢查結果', 'Check results')}>
        {!checks && <Loading />}
        <ul className={css.findings}>
          {order
            .flatMap((state) => checks?.filter(({ is }) => is === state) ?? [])
            .map((check) => (
              <Row key={`${check.about} ${check.says}`} check={check} />
            ))}
        </ul>
      </section>
      <p className="soft small">
        {say('在主機上檢查：', 'The same check on the machine: ')}
        <code>npm run guidon -- doctor</code>
      </p>
    </div>
  )
}

const Row = ({ check: { is, about, says, todo } }: { check: Check }) => {
  const say = useSay()
  const words = aboutWords[about] ?? [about, about]
  return (
    <li>
      <span className={`badge ${stateHues[is]}`}>{say(...findingWords[is])}</span>
      <b>{say(...words)}</b>
      <span>{says}</span>
      {todo && <span className={css.todo}>→ {todo}</span>}
      {about === 'mail' && (
        <ActButton
          words={['寄測試信給自己', 'Mail a test to myself']}
          act={(guidon) => sendTestMail(guidon)}
          says={['測試信已寄出，請看您的信箱', 'The test mail was sent; look into your mailbox']}
          changes={[]}
        />
      )}
    </li>
  )
}
