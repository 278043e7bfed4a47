import type { Guidon } from 'guidon-sdk'
import {
  type PlannedTripSegment,
  type UpdatePlannedTripSegmentChange,
  updatePlannedTripSegment,
  updatePlannedTripSegments,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { mealWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import { addDays } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Field, Form, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Pairs } from '../../../ui/forms/form-groups.tsx'
import { RecordField, RecordsField } from '../../../ui/forms/record-field.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { HotelFields, MealFields } from '../../packages/shared/night-fields.tsx'
import { TransportField } from '../../packages/shared/transport-field.tsx'
import { transportOf } from '../../packages/shared/transport-words.ts'
import { changedFrom } from '../changed.ts'
import type { Trip } from '../queries.ts'

type Props = {
  trip: Trip
  segments: readonly PlannedTripSegment[]
  segment: PlannedTripSegment | undefined
  close: () => void
}

/** Changes one day, or adds one. */
export default function SegmentSheet({ trip, segments, segment, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (said: Said, guidon) => save(guidon, { trip, segments, segment }, said),
    says: ['行程已儲存', 'The itinerary is saved'],
    changes: ['trips'],
    close,
  })
  return (
    <Sheet
      title={segment ? say(segment.title, segment.title_en ?? segment.title) : say('新增一天', 'New day')}
      close={close}
    >
      <Form
        of={segment}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(saidIn(given))}
        beside={
          segment && (
            <ActButton
              words={['移除這一天', 'Remove the day']}
              sure={['連同當天的安排一起移除？', 'Remove it with its items?']}
              says={['已移除', 'The day is removed']}
              act={(guidon) => replace(guidon, trip, segments.filter((each) => each !== segment).map(kept))}
              changes={['trips']}
              close={close}
            />
          )
        }
      >
        <WhatFields segment={segment} day={segments.at(-1)?.ends_on ?? addDays(trip.departure_date, -1)} />
        <NightFields segment={segment} />
      </Form>
    </Sheet>
  )
}

type Said = ReturnType<typeof saidIn>
type New = Parameters<typeof updatePlannedTripSegments>[2]['segments'][number]

const kept = ({ id, starts_on, ends_on, title }: PlannedTripSegment): New => ({ id, starts_on, ends_on, title })

const replace = (guidon: Guidon, { id, version }: Trip, segments: New[]) =>
  updatePlannedTripSegments(guidon, id, { segments }, { version })

const save = (guidon: Guidon, { trip, segments, segment }: Omit<Props, 'close'>, { city_ids, ...said }: Said) => {
  const change: UpdatePlannedTripSegmentChange = changedFrom({ ...said, city_ids }, segment ?? {})
  if (segment) return updatePlannedTripSegment(guidon, trip.id, segment.id, change, { version: segment.version })
  const all: New[] = [...segments.map(kept), { ...said, city_ids }]
  return replace(
    guidon,
    trip,
    all.toSorted((a, b) => (a.starts_on < b.starts_on ? -1 : 1)),
  )
}

const WhatFields = ({ segment, day }: { segment: PlannedTripSegment | undefined; day: string }) => {
  const say = useSay()
  const next = addDays(day, 1)
  return (
    <>
      <Field id="title" label={say(...label.title)} defaultValue={segment?.title} required maxLength={200} />
      <Pairs>
        <DayField id="starts_on" label={say(...label.starts_on)} first={segment?.starts_on ?? next} />
        <DayField id="ends_on" label={say(...label.ends_on)} first={segment?.ends_on ?? next} />
      </Pairs>
      <TextArea id="description" label={say(...label.description)} defaultValue={segment?.description ?? ''} />
      <RecordsField id="city_ids" label={say(...label.city_ids)} of="/api/cities" first={segment?.city_ids ?? []} />
      <TransportField id="transport" first={segment?.transport} />
    </>
  )
}

const NightFields = ({ segment }: Pick<Props, 'segment'>) => {
  const say = useSay()
  return (
    <>
      <Pairs>
        <MealFields first={segment} id={(name) => name} />
      </Pairs>
      <RecordField
        id="overnight_city_id"
        label={say(...label.overnight_city_id)}
        of="/api/cities"
        first={segment?.overnight_city_id}
      />
      <Pairs>
        <HotelFields
          first={segment}
          id={(name) => name}
          named={say('預定飯店（還沒訂房時顯示）', 'Planned hotel (shown until one is booked)')}
        />
      </Pairs>
      <Field id="title_en" label={say(...label.title_en)} defaultValue={segment?.title_en ?? ''} />
      <TextArea id="description_en" label={say(...label.description_en)} defaultValue={segment?.description_en ?? ''} />
    </>
  )
}

const mealIn = (text: string) => chosenIn(mealWords, text) ?? 'none'

const saidIn = (given: Given) => ({
  title: given('title'),
  title_en: given('title_en') || null,
  starts_on: given('starts_on'),
  ends_on: given('ends_on'),
  description: given('description') || null,
  description_en: given('description_en') || null,
  city_ids: given('city_ids').split(',').filter(Boolean).map(Number),
  overnight_city_id: Number(given('overnight_city_id')) || null,
  hotel_name: given('hotel_name') || null,
  transport: transportOf(given('transport')),
  breakfast: mealIn(given('breakfast')),
  lunch: mealIn(given('lunch')),
  dinner: mealIn(given('dinner')),
  breakfast_text: given('breakfast_text') || null,
  lunch_text: given('lunch_text') || null,
  dinner_text: given('dinner_text') || null,
  other_hotel_name: given('other_hotel_name') || null,
  or_similar: given('or_similar') === 'yes',
})
