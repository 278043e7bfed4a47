import { useQuery } from '@tanstack/react-query'
import { type Job, listJobs } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { whenWords } from './cron-words.ts'
import css from './upkeep.module.css'

/** Background jobs: the last run, waiting and failed ones. */
export default function Jobs() {
  const say = useSay()
  const { data: jobs } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => listJobs(guidon),
    refetchInterval: 30_000,
  })
  const failed = jobs?.reduce((sum, job) => sum + job.failed, 0) ?? 0
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('背景工作', 'Jobs')}</h1>
          <p className={failed > 0 ? 'late small' : 'soft small'} role="status">
            {jobs &&
              (failed > 0
                ? say(`一週內 ${failed} 件失敗`, `${failed} failed within a week`)
                : say('一週內沒有失敗', 'None failed within a week'))}
          </p>
        </div>
      </header>
      <AdminTabs />
      {!jobs && <Loading />}
      {jobs && (
        <>
          <JobTable title={say('排程', 'By schedule')} jobs={jobs.filter(({ cron }) => cron)} />
          <JobTable
            title={say('需要時執行', 'When there is something to do')}
            jobs={jobs.filter(({ cron }) => !cron)}
          />
        </>
      )}
    </div>
  )
}

const JobTable = ({ title, jobs }: { title: string; jobs: Job[] }) => {
  const say = useSay()
  const first = jobs.toSorted((a, b) => Number(b.failed > 0) - Number(a.failed > 0))
  return (
    <Card title={title} count={jobs.length}>
      <table className={`table as-cards ${css.jobsTable}`}>
        <thead>
          <tr>
            <th scope="col">{say('工作', 'Job')}</th>
            <th scope="col">{say('執行時間', 'When')}</th>
            <th scope="col">{say(...label.last_done_at)}</th>
            <th scope="col">{say('目前', 'Now')}</th>
          </tr>
        </thead>
        <tbody>
          {first.map((job) => (
            <Row key={job.name} job={job} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const Row = ({ job }: { job: Job }) => {
  const say = useSay()
  const { name, label, label_en, cron, last_done_at, last_seconds } = job
  return (
    <tr>
      <td>
        <b>{say(label, label_en)}</b>
        <span className="sub">{name}</span>
      </td>
      <td>{cron ? say(...whenWords(cron)) : ''}</td>
      <td>
        {last_done_at ? (
          <time dateTime={last_done_at} title={dayAndTime(last_done_at)}>
            {fromNow(last_done_at)}
          </time>
        ) : (
          <span className="soft">{say('一週內未執行', 'not within a week')}</span>
        )}
        {last_seconds !== null && last_seconds >= 1 && (
          <span className="sub">{say(`耗時 ${last_seconds} 秒`, `took ${last_seconds} s`)}</span>
        )}
      </td>
      <td>
        <Now job={job} />
      </td>
    </tr>
  )
}

/** The numbers of waiting and failed jobs. */
const Now = ({ job: { waiting, oldest_seconds, retrying, failed, last_failed_at, last_fault } }: { job: Job }) => {
  const say = useSay()
  const minutes = Math.round(oldest_seconds / 60)
  return (
    <>
      {failed > 0 && (
        <p className="late">
          {say(`${failed} 件失敗`, `${failed} failed`)}
          <span className="sub">
            {last_failed_at && fromNow(last_failed_at)} {last_fault}
          </span>
        </p>
      )}
      {waiting > 0 && (
        <p className="soft">
          {say(`${waiting} 件等候`, `${waiting} waiting`)}
          {minutes > 0 && say(`，最久 ${minutes} 分鐘`, `, the oldest for ${minutes} min`)}
          {retrying > 0 && say(`，${retrying} 件重試中`, `, ${retrying} retrying`)}
        </p>
      )}
    </>
  )
}
