import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getPlannedTrip, listPlannedTrips, type PlannedTrip } from 'guidon-sdk'
import { type ReactNode, useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { shortDay, today } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { Around } from '../../../ui/forms/form.tsx'
import { useKeptValue } from '../../../ui/forms/kept-value.tsx'
import { nameOfTrip } from './name.ts'
import { Seats } from './seats.tsx'
import css from './trip-field.module.css'

type Props = {
  id: string
  label: string
  first?: number | undefined
  /** A trip that is left out of the list. */
  without?: number
  /** The package whose trips stand first before anything is searched. */
  proposes?: number | null | undefined
  below?: (trip: number) => ReactNode
}

/** A field for a trip that has not departed, found by name or number, with its free seats. */
export const TripField = ({ id, label, first, without, proposes, below }: Props) => {
  const { value, change, inputNamed } = useKeptValue(String(first ?? ''))
  return (
    <Around id={id} label={label}>
      {({ name, ...described }) => (
        <div className={css.tripField}>
          {value ? (
            <Chosen {...described} trip={Number(value)} again={() => change('')} />
          ) : (
            <Find described={described} without={without} proposes={proposes} choose={(trip) => change(String(trip))} />
          )}
          {value && below?.(Number(value))}
          {inputNamed(name)}
        </div>
      )}
    </Around>
  )
}

type ChosenProps = { id: string; trip: number; again: () => void }

const Chosen = ({ trip: number, again, ...described }: ChosenProps) => {
  const say = useSay()
  const { data: trip } = useQuery({ queryKey: ['trips', number], queryFn: () => getPlannedTrip(guidon, number) })
  return (
    <div className={`${css.trip} ${css.chosen}`}>
      {trip ? <Words trip={trip} /> : <span>…</span>}
      <button type="button" className="button plain" {...described} onClick={again}>
        {say('換一團', 'Choose another')}
      </button>
    </div>
  )
}

type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type FindProps = {
  described: Described
  without: number | undefined
  proposes: number | null | undefined
  choose: (trip: number) => void
}

const Find = ({ described, without, proposes, choose }: FindProps) => {
  const say = useSay()
  const [q, setQ] = useState('')
  const { data } = useQuery({
    queryKey: ['trips', 'to book', q, proposes],
    queryFn: () => findTrips(q, proposes),
    placeholderData: keepPreviousData,
  })
  const trips = data?.filter(({ id }) => id !== without)
  return (
    <>
      <input
        type="search"
        className="input"
        {...described}
        placeholder={say('團名或團號', 'Name or number')}
        value={q}
        onChange={({ target }) => setQ(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul aria-label={say('可報名的團', 'Trips open for booking')}>
        {trips?.map((trip) => (
          <li key={trip.id}>
            <button type="button" className={css.trip} onClick={() => choose(trip.id)}>
              <Words trip={trip} />
            </button>
          </li>
        ))}
        {trips?.length === 0 && <li className="soft small">{say('找不到', 'Nothing found')}</li>}
      </ul>
    </>
  )
}

/** Trips that can be booked: before anything is searched, the other dates of a tour stand before all others. */
const findTrips = async (q: string, proposes: number | null | undefined) => {
  const find = async (wanted: { q?: string; package_id?: number }) => {
    const page = await listPlannedTrips(guidon, {
      ...wanted,
      status: ['open', 'guaranteed'],
      from: today(),
      sort: 'departure_date',
      per_page: 6,
    })
    return page.data
  }
  if (q) return find({ q })
  const [ofTour, all] = await Promise.all([proposes ? find({ package_id: proposes }) : [], find({})])
  return [...ofTour, ...all.filter(({ id }) => ofTour.every((one) => one.id !== id))]
}

type Shown = Pick<
  PlannedTrip,
  'name' | 'name_en' | 'package' | 'serial' | 'departure_date' | 'capacity' | 'min_pax' | 'seats'
>

const Words = ({ trip }: { trip: Shown }) => {
  const say = useSay()
  return (
    <>
      <span className={css.grow}>
        <b>{nameOfTrip(say, trip)}</b>
        <span className="small soft">
          {trip.serial}・{shortDay(trip.departure_date)}
        </span>
      </span>
      <Seats {...trip} />
    </>
  )
}
