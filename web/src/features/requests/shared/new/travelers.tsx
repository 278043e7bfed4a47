import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getTraveler, listTravelers } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { guidon } from '../../../../kit/api.ts'
import { shortDay } from '../../../../kit/days.ts'
import { useSay } from '../../../../kit/words.ts'
import { Around, Choice } from '../../../../ui/forms/form.tsx'
import { useKeptValue } from '../../../../ui/forms/kept-value.tsx'
import css from './travelers.module.css'

export type Who = { id: number; name: string }

/** The traveler who gets the add-on: one of these, or one who is found by name or booking number. */
export const TravelerField = ({ among }: { among: readonly Who[] | undefined }) => {
  const words = useSay()(...label.traveler)
  if (!among) return <FoundTraveler label={words} />
  return <Choice id="traveler_id" label={words} options={among.map(({ id, name }) => [String(id), name])} />
}

const FoundTraveler = ({ label }: { label: string }) => {
  const { value, change, inputNamed } = useKeptValue('')
  return (
    <Around id="traveler_id" label={label}>
      {({ name, ...described }) => (
        <div className={css.travelerField}>
          {value ? (
            <Chosen {...described} traveler={Number(value)} again={() => change('')} />
          ) : (
            <Find described={described} choose={(traveler) => change(String(traveler))} />
          )}
          {inputNamed(name)}
        </div>
      )}
    </Around>
  )
}

const Chosen = ({ traveler, again, ...described }: { id: string; traveler: number; again: () => void }) => {
  const say = useSay()
  const { data } = useQuery({ queryKey: ['travelers', traveler], queryFn: () => getTraveler(guidon, traveler) })
  return (
    <div className={`${css.traveler} ${css.chosen}`}>
      {data ? <Words traveler={data} /> : <span>…</span>}
      <button type="button" className="button plain" {...described} onClick={again}>
        {say('換一位', 'Choose another')}
      </button>
    </div>
  )
}

type FindProps = {
  described: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
  choose: (traveler: number) => void
}

const Find = ({ described, choose }: FindProps) => {
  const say = useSay()
  const [typed, type] = useState('')
  const q = typed.trim()
  const { data } = useQuery({
    queryKey: ['travelers', 'for a request', q],
    queryFn: () => listTravelers(guidon, { q, status: 'active', sort: '-created_at', per_page: 6 }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const found = q ? data?.data : undefined
  return (
    <>
      <input
        type="search"
        className="input"
        {...described}
        placeholder={say('姓名、電話或訂單編號', 'Name, phone or booking number')}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found && (
        <ul aria-label={say('找到的旅客', 'Travelers found')}>
          {found.map((traveler) => (
            <li key={traveler.id}>
              <button type="button" className={css.traveler} onClick={() => choose(traveler.id)}>
                <Words traveler={traveler} />
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="soft small">{say('找不到', 'Nothing found')}</li>}
        </ul>
      )}
    </>
  )
}

type Shown = { name: string; booking: { booking_number: string }; trip: { departure_date: string } }

const Words = ({ traveler: { name, booking, trip } }: { traveler: Shown }) => (
  <span className={css.grow}>
    <b>{name}</b>
    <span className="small soft">
      {booking.booking_number}・{shortDay(trip.departure_date)}
    </span>
  </span>
)
