import type { Guidon } from 'guidon-sdk'
import { type PlannedTripSegment, updatePlannedTripLeg, updatePlannedTripLegs } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { chosenIn } from '../../../kit/choices.ts'
import { currencyOfHouse } from '../../../kit/house.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Field, Form, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Pairs } from '../../../ui/forms/form-groups.tsx'
import { MomentField, momentIn } from '../../../ui/forms/moment-field.tsx'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'
import { changedFrom } from '../changed.ts'
import type { Trip } from '../queries.ts'
import type { Leg, LegWords } from './words.ts'

type Props = {
  trip: Trip
  segments: readonly PlannedTripSegment[]
  segment: PlannedTripSegment
  leg: Leg | undefined
  /** The place of the leg as shown on the page. */
  place: string | null
  words: LegWords
  close: () => void
}

/** Changes a booked service of a day, or adds one. */
export default function LegSheet({ trip, segments, segment, leg, place, words, close }: Props) {
  const say = useSay()
  const others = segments.flatMap(({ legs }) => legs).filter((each) => each !== leg)
  const { mutate, error, isPending } = useWrite({
    send: (said: Said, guidon) =>
      leg
        ? updatePlannedTripLeg(guidon, trip.id, leg.id, changedFrom(said, { ...shownOf(leg), place }), {
            version: leg.version,
          })
        : replace(guidon, trip, [...others.map(kept), { ...said, segment_id: segment.id }]),
    says: ['行程已儲存', 'The itinerary is saved'],
    changes: ['trips'],
    close,
  })
  return (
    <Sheet title={leg ? say(...words.types[leg.type]) : say('新增安排', 'New item')} close={close}>
      <p className="small soft">{say(segment.title, segment.title_en ?? segment.title)}</p>
      <Form
        of={leg ?? { id: `of ${segment.id}` }}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(saidIn(given, words))}
        beside={
          leg && (
            <ActButton
              words={['移除', 'Remove']}
              sure={['確定移除？', 'Remove it?']}
              says={['已移除', 'Removed']}
              act={(guidon) => replace(guidon, trip, others.map(kept))}
              changes={['trips']}
              close={close}
            />
          )
        }
      >
        <WhatFields leg={leg} place={place} words={words} />
        <BookedFields leg={leg} />
      </Form>
    </Sheet>
  )
}

type Said = ReturnType<typeof saidIn>
type New = Parameters<typeof updatePlannedTripLegs>[2]['legs'][number]

const kept = ({ id, segment_id, type }: Leg): New => ({ id, segment_id, type })

const replace = (guidon: Guidon, { id, version }: Trip, legs: New[]) =>
  updatePlannedTripLegs(guidon, id, { legs }, { version })

const WhatFields = ({ leg, place, words }: Pick<Props, 'leg' | 'place' | 'words'>) => {
  const say = useSay()
  return (
    <>
      <Pairs>
        <WordChoice id="type" label={say(...label.kind)} first={leg?.type ?? 'coach'} words={words.types} />
        {leg?.status_of ? (
          <p className="small soft">
            {say(...words.statuses[leg.status])}
            {leg.status_of === 'stay'
              ? say('：來自訂房，請在住宿修改', ': from its stay; change it there')
              : say('：來自航班，請在航班修改', ': from its flight; change it there')}
            <input type="hidden" name="status" value={leg.status} />
          </p>
        ) : (
          <WordChoice
            id="status"
            label={say(...label.status)}
            first={leg?.status ?? 'planned'}
            words={words.statuses}
          />
        )}
      </Pairs>
      <Field id="place" label={say('地點或店名', 'Place')} defaultValue={place ?? ''} maxLength={200} />
      <MomentField id="starts_at" label={say('開始（當地時間）', 'Starts, local time')} first={leg?.starts_local} />
      <MomentField id="ends_at" label={say('結束（當地時間）', 'Ends, local time')} first={leg?.ends_local} />
      <RecordField id="from_city_id" label={say(...label.from_city_id)} of="/api/cities" first={leg?.from_city_id} />
      <RecordField id="to_city_id" label={say(...label.to_city_id)} of="/api/cities" first={leg?.to_city_id} />
    </>
  )
}

const BookedFields = ({ leg }: Pick<Props, 'leg'>) => {
  const say = useSay()
  return (
    <>
      <Pairs>
        <Field id="supplier" label={say(...label.supplier)} defaultValue={leg?.supplier ?? ''} maxLength={200} />
        <Field
          id="confirmation_number"
          label={say(...label.confirmation_number)}
          defaultValue={leg?.confirmation_number ?? ''}
          maxLength={60}
        />
        <Field id="cost" label={say(...label.cost)} defaultValue={leg?.cost ?? ''} inputMode="decimal" />
        <Field
          id="currency"
          label={say(...label.currency)}
          defaultValue={leg?.currency ?? currencyOfHouse()}
          maxLength={3}
        />
      </Pairs>
      <TextArea id="notes" label={say(...label.notes)} defaultValue={leg?.notes ?? ''} />
    </>
  )
}

const shownOf = ({ starts_local, ends_local, cost, ...leg }: Leg) => ({
  ...leg,
  starts_at: starts_local?.slice(0, 16) ?? null,
  ends_at: ends_local?.slice(0, 16) ?? null,
  cost: cost === null ? null : String(cost),
})

const saidIn = (given: Given, { types, statuses }: LegWords) => ({
  type: chosenIn<Leg['type']>(types, given('type')) ?? 'coach',
  status: chosenIn<Leg['status']>(statuses, given('status')) ?? 'planned',
  place: given('place') || null,
  starts_at: momentIn(given('starts_at')),
  ends_at: momentIn(given('ends_at')),
  from_city_id: Number(given('from_city_id')) || null,
  to_city_id: Number(given('to_city_id')) || null,
  supplier: given('supplier') || null,
  confirmation_number: given('confirmation_number') || null,
  cost: given('cost') || null,
  currency: given('currency').toUpperCase(),
  notes: given('notes') || null,
})
