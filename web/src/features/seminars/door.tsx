import type { SessionAttendance } from 'guidon-sdk'
import { useState } from 'react'
import Check from '~icons/lucide/check'
import { timeOf } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import { NothingFound } from '../../ui/nothing-found.tsx'
import css from './page.module.css'
import { companyOf, mayCheckIn, mayEdit, nameIn, useAttendance, useCheckIn } from './queries.ts'

/** The list for check-in: a person is found by a part of the name and checked in with one touch. A second touch undoes it. */
export const Door = ({ people }: { people: SessionAttendance[] }) => {
  const say = useSay()
  const [text, setText] = useState('')
  const there = people.filter(({ status }) => status === 'attended').length
  const q = text.trim().toLowerCase()
  const found = people
    .filter((each) => `${nameIn(each)} ${each.traveler?.booking_number ?? ''}`.toLowerCase().includes(q))
    // Those who are not checked in yet come first.
    .sort((a, b) => Number(a.status === 'attended') - Number(b.status === 'attended'))
  return (
    <section className={css.door} aria-label={say('報到', 'Check-in')}>
      <p className={css.doorCount} role="status">
        <b>{there}</b> {say(`／${people.length} 位已到`, `of ${people.length} checked in`)}
      </p>
      <input
        className="input"
        type="search"
        aria-label={say('找姓名或訂單', 'Find a name or booking')}
        placeholder={say('找姓名或訂單', 'Find a name or booking')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length === 0 && <NothingFound />}
      <ul>
        {found.map((person) => (
          <li key={person.id}>
            <Person person={person} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Person = ({ person }: { person: SessionAttendance }) => {
  const say = useSay()
  const me = useMe()
  const arrival = useCheckIn()
  const undoing = useAttendance()
  const { id, session_id, version, checked_in_at } = person
  const isPending = arrival.isPending || undoing.isPending
  // The check-in is shown at once, before the service answers.
  const isHere = arrival.isPending || (!undoing.isPending && person.status === 'attended')
  const toggle = () =>
    isHere ? undoing.mutate({ id, session_id, version, status: 'registered' }) : arrival.mutate(person)
  return (
    <button
      type="button"
      className={css.person}
      aria-pressed={isHere}
      disabled={isHere ? !mayEdit(me) : !mayCheckIn(me)}
      onClick={() => !isPending && toggle()}
    >
      <span className={css.mark}>{isHere && <Check width={22} height={22} />}</span>
      <span>
        <b>{nameIn(person)}</b>
        {say(...companyOf(person))}
        <span className="sub">{person.traveler?.booking_number ?? say('來賓', 'Guest')}</span>
      </span>
      <span className={css.when}>
        {isHere ? (checked_in_at ? timeOf(checked_in_at) : say('已到', 'Checked in')) : say('報到', 'Check in')}
      </span>
    </button>
  )
}
