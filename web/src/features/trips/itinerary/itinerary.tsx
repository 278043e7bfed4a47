import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import Route from '~icons/lucide/route'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { editsTrips } from '../../../kit/roles.ts'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { AddButton } from '../../../ui/row-buttons.tsx'
import css from '../../packages/shared/itinerary.module.css'
import { seesArrangements, type Trip, useSegments, useStays } from '../queries.ts'
import { Day } from './day.tsx'
import { Stays } from './stays.tsx'
import { type Leg, legWords, placeOfLeg } from './words.ts'

const SegmentSheet = lazy(() => import('./segment-sheet.tsx'))
const LegSheet = lazy(() => import('./leg-sheet.tsx'))

/** The open sheet: a day, a new day, a leg, or a new leg of a day. */
type Open = { segment: number | 'new' } | { legOf: number; leg: number | 'new' }

/** The itinerary: destinations, meals and hotels of each day. */
export default function Itinerary({ trip }: { trip: Trip }) {
  const me = useMe()
  const segments = useSegments(trip.id)
  const stays = useStays(trip.id, me) ?? []
  const [open, setOpen] = useState<Open>()
  if (!segments) return <Loading />
  const days = <Days {...{ trip, segments, stays }} {...(editsTrips(me) && { edit: setOpen })} />
  return (
    <>
      {seesArrangements(me) ? (
        <div className="halves">
          {days}
          <Stays trip={trip} stays={stays} segments={segments} />
        </div>
      ) : (
        days
      )}
      <Suspense>{open && <Opened {...{ trip, segments, open }} close={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}

type DaysProps = {
  trip: Trip
  segments: PlannedTripSegment[]
  stays: PlannedTripStay[]
  edit?: (open: Open) => void
}

const Days = ({ trip, segments, stays, edit }: DaysProps) => {
  const say = useSay()
  return (
    <Card
      title={say(...label.segments)}
      aside={edit && <AddButton words={['新增一天', 'Add a day']} act={() => edit({ segment: 'new' })} />}
    >
      {segments.length === 0 && <Empty icon={Route}>{say('還沒有行程', 'No itinerary yet')}</Empty>}
      <ol className={css.itinerary}>
        {segments.map((segment) => (
          <Day
            key={segment.id}
            first={trip.departure_date}
            segment={segment}
            stay={stays.find((stay) => isNightOf(stay, segment))}
            {...(edit && {
              edit: () => edit({ segment: segment.id }),
              editLeg: (leg: Leg | undefined) => edit({ legOf: segment.id, leg: leg?.id ?? 'new' }),
            })}
          />
        ))}
      </ol>
    </Card>
  )
}

const isNightOf = ({ check_in, check_out, status }: PlannedTripStay, { ends_on }: PlannedTripSegment) =>
  status !== 'cancelled' && check_in <= ends_on && ends_on < check_out

type OpenedProps = { trip: Trip; segments: PlannedTripSegment[]; open: Open; close: () => void }

// The record is looked up by its id, so that a form that was refused as stale continues with the latest version.
const Opened = ({ trip, segments, open, close }: OpenedProps) => {
  const say = useSay()
  if ('segment' in open)
    return <SegmentSheet {...{ trip, segments, close }} segment={segments.find(({ id }) => id === open.segment)} />
  const segment = segments.find(({ id }) => id === open.legOf)
  if (!segment) return null
  const leg = segment.legs.find(({ id }) => id === open.leg)
  const place = leg ? placeOfLeg(say, leg) : null
  return <LegSheet {...{ trip, segments, segment, leg, place, close }} words={legWords} />
}
