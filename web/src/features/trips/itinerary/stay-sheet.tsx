import {
  createPlannedTripStay,
  deletePlannedTripStay,
  type PlainField,
  type PlannedTripStay,
  type PlannedTripStayInput,
  updatePlannedTripStay,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { roomTypeWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import { addDays, type Day } from '../../../kit/days.ts'
import { numberSent } from '../../../kit/typed.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Field, Form, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Pairs } from '../../../ui/forms/form-groups.tsx'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'
import { RowsField } from '../../reference/shared/plain-record/rows-field.tsx'
import { changedFrom } from '../changed.ts'
import type { Trip } from '../queries.ts'
import { NamedHotel } from './named-hotel.tsx'
import type { PlannedNights } from './planned-nights.ts'
import type { StayWords } from './words.ts'

type Props = {
  trip: Trip
  stay: PlannedTripStay | undefined
  /** The first night of a new stay. */
  night: Day
  /** The hotel that the itinerary names for these nights. */
  planned: PlannedNights | undefined
  statuses: StayWords
  close: () => void
}

const changes = ['trips'] as const

/** Books a hotel for some nights, or changes or removes a stay. */
export default function StaySheet({ trip, stay, night, planned, statuses, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (said: PlannedTripStayInput, guidon) =>
      stay
        ? updatePlannedTripStay(guidon, trip.id, stay.id, changedFrom(said, stay), { version: stay.version })
        : createPlannedTripStay(guidon, trip.id, said),
    says: ['住宿已儲存', 'The stay is saved'],
    changes,
    close,
  })
  return (
    <Sheet title={stay ? nameOf(say, stay.hotel) : say('新增住宿', 'New stay')} close={close}>
      <Form
        of={stay ?? { id: night }}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(saidIn(given, statuses))}
        beside={
          stay && (
            <ActButton
              words={['刪除', 'Remove']}
              sure={['連同分房一起刪除？', 'Remove it with its room assignments?']}
              says={['住宿已刪除', 'The stay is removed']}
              act={(guidon) => deletePlannedTripStay(guidon, trip.id, stay.id, { version: stay.version })}
              changes={changes}
              close={close}
            />
          )
        }
      >
        <StayFields stay={stay} night={night} planned={planned} statuses={statuses} />
      </Form>
    </Sheet>
  )
}

const rooms: PlainField[] = [
  {
    name: 'type',
    words: ['房型', 'Room'],
    kind: 'choice',
    options: Object.entries(roomTypeWords).map(([type, [zh, en]]) => [type, zh, en]),
  },
  { name: 'count', words: ['間數', 'How many'], kind: 'whole' },
]

const StayFields = ({ stay, night, planned, statuses }: Pick<Props, 'stay' | 'night' | 'planned' | 'statuses'>) => {
  const say = useSay()
  return (
    <>
      {planned ? (
        <NamedHotel {...planned} />
      ) : (
        <RecordField id="hotel_id" label={say(...label.hotel_id)} of="/api/hotels" first={stay?.hotel_id} required />
      )}
      <Pairs>
        <DayField id="check_in" label={say(...label.check_in)} first={stay?.check_in ?? night} />
        <DayField
          id="check_out"
          label={say(...label.check_out)}
          first={stay?.check_out ?? planned?.check_out ?? addDays(night, 1)}
        />
        <WordChoice id="status" label={say(...label.status)} first={stay?.status ?? 'requested'} words={statuses} />
        <Field
          id="confirmation_number"
          label={say(...label.confirmation_number)}
          defaultValue={stay?.confirmation_number ?? ''}
          maxLength={60}
        />
      </Pairs>
      <RowsField
        id="rooms"
        label={say('保留的房間', 'Rooms held')}
        fields={rooms}
        first={(stay?.rooms ?? []).map(({ type, count }) => ({ type, count: String(count) }))}
      />
      <TextArea id="notes" label={say(...label.notes)} defaultValue={stay?.notes ?? ''} />
    </>
  )
}

const saidIn = (given: Given, statuses: StayWords): PlannedTripStayInput => {
  const kept: { type: PlannedTripStay['rooms'][number]['type']; count: string }[] = JSON.parse(given('rooms') || '[]')
  return {
    hotel_id: Number(given('hotel_id')),
    check_in: given('check_in'),
    check_out: given('check_out'),
    rooms: kept.map(({ type, count }) => ({ type, count: numberSent(count) })),
    status: chosenIn(statuses, given('status')) ?? 'requested',
    confirmation_number: given('confirmation_number') || null,
    notes: given('notes') || null,
  }
}
