import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listWorkByPerson } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Chip } from '../../ui/chip.tsx'
import { OneOf } from '../../ui/lists/one-of.tsx'
import css from './page.module.css'
import type { MorningFilter } from './search.ts'
import { teamWords } from './teams.ts'

/** Chooses whose work is shown: the reader's or the team's; administrators and managers choose a team and a person. */
export const Whose = () => {
  const { role } = useMe()
  if (role === 'admin' || role === 'manager') return <TeamAndPerson />
  return role === 'sales' || role === 'department' ? <MineOrTeam /> : null
}

const useChoice = () => {
  const navigate = useNavigate()
  const filter: MorningFilter = useSearch({ from: '/signed-in/' })
  return { filter, choose: (search: MorningFilter) => navigate({ to: '/', search }) }
}

const MineOrTeam = () => {
  const say = useSay()
  const { filter, choose } = useChoice()
  const isTeam = filter.whose === 'team'
  return (
    <search className={css.whose} aria-label={say('誰的工作', 'Whose work')}>
      <Chip isOn={!isTeam} toggle={() => choose({})}>
        {say('我的', 'Mine')}
      </Chip>
      <Chip isOn={isTeam} toggle={() => choose({ whose: 'team' })}>
        {say('全組', 'My team')}
      </Chip>
    </search>
  )
}

const TeamAndPerson = () => {
  const say = useSay()
  const { filter, choose } = useChoice()
  const team = filter.for
  const { data: people } = useQuery({
    queryKey: ['work', 'people', team],
    queryFn: () => listWorkByPerson(guidon, team ? { for: team } : {}),
  })
  return (
    <search className={css.whose} aria-label={say('誰的工作', 'Whose work')}>
      <OneOf
        label={say('我的', 'Mine')}
        words={teamWords}
        value={team}
        choose={(next) => choose(next ? { for: next } : {})}
      />
      {people?.map(({ person, count, overdue }) => (
        <Chip
          key={person?.id ?? 0}
          isOn={person !== null && filter.user_id === person.id}
          toggle={() =>
            team && choose(person && filter.user_id !== person.id ? { for: team, user_id: person.id } : { for: team })
          }
        >
          {person ? nameOf(say, person) : say('未指派', 'Not assigned')} {count}
          {overdue > 0 && <span className="late">{say(`${overdue} 件逾期`, `${overdue} overdue`)}</span>}
        </Chip>
      ))}
    </search>
  )
}
