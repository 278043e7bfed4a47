import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type NotificationExample as Example, listNoticeExamples } from 'guidon-sdk'
import { channelWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Loading } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import { useClear } from '../../ui/lists/filters.ts'
import { NothingFound } from '../../ui/nothing-found.tsx'
import css from './page.module.css'

/** Everything that people are told, as it is read, in both languages side by side. */
export default function Mails() {
  const say = useSay()
  const { group, q } = useSearch({ from: '/signed-in/mails' })
  const { data: all } = useQuery({
    queryKey: ['notice examples'],
    queryFn: () => listNoticeExamples(guidon),
    staleTime: 600_000,
  })
  const here = group ?? all?.[0]?.group
  const shown = all?.filter((each) => (q ? isFound(each, q) : each.group === here)) ?? []
  const filters = { search: { q }, find: ['找信件內容', 'Search text'] } as const
  const clear = useClear(filters)
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('信件與通知', 'Mails and notices')}</h1>
          <p className="soft small" role="status">
            {all && say(`共 ${all.length} 則，內容為範例`, `${all.length} in all, with sample data`)}
          </p>
        </div>
      </header>
      <AdminTabs />
      <FilterBar {...filters} />
      <div className={css.gallery}>
        {all && <Groups all={all} here={q ? undefined : here} />}
        <div className={css.letters}>
          {!all && <Loading />}
          {all && shown.length === 0 && <NothingFound clear={clear} />}
          {shown[0] && (
            <h2>
              {q ? say(`找到 ${shown.length} 則`, `${shown.length} found`) : say(shown[0].label, shown[0].label_en)}
            </h2>
          )}
          {shown.map((example) => (
            <Letter key={example.name} example={example} />
          ))}
        </div>
      </div>
    </div>
  )
}

const isFound = ({ said }: Example, q: string) =>
  said.some(({ subject, text }) => `${subject} ${text}`.toLowerCase().includes(q.toLowerCase()))

const Groups = ({ all, here }: { all: Example[]; here: string | undefined }) => {
  const say = useSay()
  const groups = [...Map.groupBy(all, ({ group }) => group)]
  return (
    <nav className={css.groups} aria-label={say('關於', 'About')}>
      {groups.map(([group, members]) => (
        <Link
          key={group}
          to="/mails"
          search={{ group }}
          activeOptions={{ exact: true }}
          aria-current={group === here ? 'page' : undefined}
        >
          {say(members[0]?.label ?? group, members[0]?.label_en ?? group)}
          <span className="count">{members.length}</span>
        </Link>
      ))}
    </nav>
  )
}

const Letter = ({ example: { channels, said } }: { example: Example }) => {
  const say = useSay()
  return (
    <article className={`card ${css.letter}`}>
      <header>
        {channels.map((channel) => (
          <span key={channel} className={`badge ${channel === 'mail' ? 'turn-leader' : 'turn-over'}`}>
            {say(...channelWords[channel])}
          </span>
        ))}
      </header>
      <div>
        {said.map(({ locale, subject, text }) => (
          <section key={locale} lang={locale}>
            <h3>{subject}</h3>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </article>
  )
}
