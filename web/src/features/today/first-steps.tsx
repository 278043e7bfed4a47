import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { getHouseRecord, listImportKinds } from 'guidon-sdk'
import type { ReactNode } from 'react'
import Check from '~icons/lucide/check'
import { guidon } from '../../kit/api.ts'
import { useHouse } from '../../kit/house.ts'
import { plural, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import css from './first-steps.module.css'

/** What an administrator does in a new house, each step with its state, until there is a first trip. */
export default function FirstSteps() {
  const say = useSay()
  const sendsMail = useHouse()?.sends_mail === true
  const { data: record } = useQuery({ queryKey: ['house', 'record'], queryFn: () => getHouseRecord(guidon) })
  const { data: kinds } = useQuery({ queryKey: ['imports', 'kinds'], queryFn: () => listImportKinds(guidon) })
  if (!record || !kinds) return <Loading />
  const count = (code: string) => kinds.find((kind) => kind.code === code)?.count ?? 0
  const missing = record.missing.length
  const accounts = count('accounts')
  const imported = ['branches', 'hotels', 'leaders', 'bookings'].filter((code) => count(code) > 0).length
  return (
    <Card title={say('開始使用', 'First steps')}>
      <ol className={css.steps}>
        <Step
          isDone={missing === 0}
          to="/house"
          title={say('公司資料', 'The agency')}
          state={
            missing > 0
              ? say(
                  `依法還缺 ${missing} 項；未填完不能發布行程。`,
                  `The law requires ${plural(missing, 'more field')}; until then no package is published.`,
                )
              : say('已填妥，會印在單據與信件上。', 'Complete; it is printed on papers and mails.')
          }
        />
        <Step
          isDone={accounts > 1}
          to="/accounts"
          title={say('同仁帳號', 'Accounts of colleagues')}
          state={
            accounts > 1
              ? say(`${accounts} 個帳號。`, `${accounts} accounts.`)
              : say(
                  '只有您一個人；邀請同仁，或由試算表匯入。',
                  'Only yours so far: invite colleagues, or import them from a spreadsheet.',
                )
          }
        />
        <Step
          isDone={sendsMail}
          to="/mails"
          title={say('寄信', 'Mail')}
          state={
            sendsMail ? (
              say('已設定郵件伺服器，信件寄得出去。', 'A mail server is set, so mails are sent.')
            ) : (
              <>
                {say(
                  '還不能寄信。請在主機上設定環境變數 ',
                  'Mails are not sent yet. On the machine, set the environment variable ',
                )}
                <code>SMTP_URL</code>
                {say('，再重新啟動。', ' and restart the service.')}
              </>
            )
          }
        />
        <Step
          isDone={imported > 0}
          to="/upkeep/import"
          title={say('匯入既有資料', 'Import what you have')}
          state={
            imported > 0
              ? say('已匯入部分資料，可以繼續。', 'Some of it is here; you can go on.')
              : say(
                  '由試算表搬進領隊、行程、團、訂單與收款。',
                  'Bring in leaders, packages, trips, bookings and payments from spreadsheets.',
                )
          }
        />
        <Step
          isDone={count('planned-trips') > 0}
          to="/packages"
          title={say('第一個團', 'The first trip')}
          state={say('先建立行程與價格，再排出發日。', 'Create a package with its price, then plan a departure.')}
        />
      </ol>
    </Card>
  )
}

type StepProps = { isDone: boolean; to: LinkProps['to']; title: string; state: ReactNode }

const Step = ({ isDone, to, title, state }: StepProps) => {
  const say = useSay()
  return (
    <li data-done={isDone || undefined}>
      <span className={css.mark}>{isDone && <Check width={15} height={15} aria-label={say('已完成', 'Done')} />}</span>
      <Link to={to}>{title}</Link>
      <p className="soft small">{state}</p>
    </li>
  )
}
