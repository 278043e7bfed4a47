import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { getTourLeader } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { addDays, dayWithWeekday, dayWithYear, today } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay, type Words } from '../../kit/words.ts'
import { Agenda } from '../../parts/agenda.tsx'
import { Card } from '../../parts/card.tsx'
import { Loading } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { ArrowLeft } from '../../parts/icons.tsx'
import { readSchedule } from '../../parts/schedule.ts'

type Leader = Awaited<ReturnType<typeof getTourLeader>>

/** One leader: the next half year, and what is known about the person. */
export default function OneLeader() {
  const say = useSay()
  const id = Number(useParams({ from: '/signed-in/leaders/$id' }).id)
  const { data: leader, error } = useQuery({ queryKey: ['leaders', id], queryFn: () => getTourLeader(guidon, id) })
  const query = { leader_id: id, from: addDays(today(), -14), to: addDays(today(), 180) }
  const { data: lines } = useQuery({ queryKey: ['schedule', query], queryFn: () => readSchedule(query) })
  if (error) throw error
  if (!leader) return <Loading />
  const line = lines?.[0]
  return (
    <div className="page">
      <Heading leader={leader} />
      <div className="halves">
        <Card title={say('接下來半年', 'The next half year')}>
          {line ? <Agenda blocks={line.blocks} /> : <Loading />}
        </Card>
        <div className="column">
          <Person leader={leader} />
          {line && <Free free={line.free} />}
        </div>
      </div>
    </div>
  )
}

const grades: Record<Leader['grade'], Words> = {
  trainee: ['實習', 'Trainee'],
  junior: ['初級', 'Junior'],
  senior: ['資深', 'Senior'],
  expert: ['專家', 'Expert'],
}
const statuses: Record<Leader['status'], Words> = {
  active: ['可帶團', 'Active'],
  on_leave: ['留職停薪', 'On leave'],
  inactive: ['離職', 'Inactive'],
}
const levels: Record<Leader['languages'][number]['level'], Words> = {
  basic: ['基礎', 'basic'],
  conversational: ['會話', 'conversational'],
  fluent: ['流利', 'fluent'],
  native: ['母語', 'native'],
}

const Heading = ({ leader }: { leader: Leader }) => {
  const say = useSay()
  return (
    <header className="heading">
      <Link className="back" to="/leaders">
        <ArrowLeft size={15} />
        {say('所有領隊', 'All leaders')}
      </Link>
      <div className="line">
        <h1>{nameOf(say, leader)}</h1>
        <span className={`badge ${leader.status === 'active' ? 'turn-done' : 'turn-over'}`}>
          {say(...statuses[leader.status])}
        </span>
      </div>
      <p className="soft">
        {leader.leader_number}・{say(...grades[leader.grade])}
      </p>
    </header>
  )
}

const Person = ({ leader }: { leader: Leader }) => {
  const say = useSay()
  const { mobile, email, languages, licenses, passport_expires_on, min_rest_days, daily_fee, currency } = leader
  return (
    <Card title={say('資料', 'Facts')}>
      <div className="within">
        <Facts
          facts={[
            [say('手機', 'Mobile'), mobile && <a href={`tel:${mobile}`}>{mobile}</a>],
            [say('國外手機', 'Mobile abroad'), leader.mobile_overseas],
            [say('信箱', 'Email'), email && <a href={`mailto:${email}`}>{email}</a>],
            [
              say('語言', 'Languages'),
              languages.map(({ code, level }) => `${languageName(say, code)} ${say(...levels[level])}`).join('、'),
            ],
            [
              say('執照', 'Licences'),
              licenses
                .map(({ type, expires_on }) => [type, expires_on && dayWithYear(expires_on)].filter(Boolean).join(' '))
                .join('、'),
            ],
            [say('護照效期', 'Passport until'), passport_expires_on && dayWithYear(passport_expires_on)],
            [say('團間休息', 'Rest between trips'), say(`${min_rest_days} 天`, `${min_rest_days} days`)],
            [say('日薪', 'Daily fee'), daily_fee !== null && price(daily_fee, currency)],
            [say('備註', 'Notes'), leader.notes],
          ]}
        />
      </div>
    </Card>
  )
}

const languageName = (say: (zh: string, en: string) => string, code: string) =>
  new Intl.DisplayNames(say('zh-TW', 'en'), { type: 'language' }).of(code) ?? code

type FreeDays = { starts_on: string; ends_on: string; days: number }[]

const Free = ({ free }: { free: FreeDays }) => {
  const say = useSay()
  return (
    <Card title={say('空檔', 'Free')}>
      <div className="within">
        <Facts
          facts={free.map(({ starts_on, ends_on, days }) => [
            `${dayWithWeekday(starts_on)} – ${dayWithWeekday(ends_on)}`,
            say(`${days} 天`, `${days} days`),
          ])}
        />
      </div>
    </Card>
  )
}
