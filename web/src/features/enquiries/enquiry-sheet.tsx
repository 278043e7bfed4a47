import { useNavigate } from '@tanstack/react-router'
import { createEnquiry, type GetEnquiry, updateEnquiry } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { enquirySourceWords } from 'guidon-sdk/words'
import { today } from '../../kit/days.ts'
import { numberIn } from '../../kit/typed.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Field, Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { Group, Pairs } from '../../ui/forms/form-groups.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'

/** Enters an enquiry with few fields while somebody is on the telephone, or changes it. */
export default function EnquirySheet({ enquiry, close }: { enquiry?: GetEnquiry; close: () => void }) {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite({
    send: (body: ReturnType<typeof bodyOf>, guidon) =>
      enquiry ? updateEnquiry(guidon, enquiry.id, body, { version: enquiry.version }) : createEnquiry(guidon, body),
    done: ({ id }) => {
      close()
      if (!enquiry) navigate({ to: '/enquiries/$id', params: { id: String(id) } })
    },
    changes: ['enquiries', 'work'],
  })
  return (
    <Sheet title={enquiry ? say('修改洽詢', 'Change the enquiry') : say('新增洽詢', 'New enquiry')} close={close}>
      <Form send={say('儲存', 'Save')} error={error} isPending={isPending} submit={(given) => mutate(bodyOf(given))}>
        <Field id="name" label={say('姓名', 'Name')} defaultValue={enquiry?.name ?? ''} required maxLength={100} />
        <Pairs>
          <Field id="phone" label={say(...label.phone)} inputMode="tel" defaultValue={enquiry?.phone ?? ''} />
          <Field id="line_id" label={say(...label.line_id)} defaultValue={enquiry?.line_id ?? ''} />
        </Pairs>
        <Field id="email" label={say(...label.email)} inputMode="email" defaultValue={enquiry?.email ?? ''} />
        <TextArea id="wish" label={say(...label.wish)} defaultValue={enquiry?.wish ?? ''} />
        <Pairs>
          <WordChoice
            id="source"
            label={say('洽詢管道', 'How it came')}
            words={enquirySourceWords}
            first={enquiry?.source ?? 'phone'}
          />
          <DayField id="follow_up_on" label={say(...label.follow_up_on)} first={enquiry?.follow_up_on ?? today()} />
        </Pairs>
        <Group title={say('更多', 'More')}>
          <Pairs>
            <Field id="people" label={say(...label.people)} inputMode="numeric" defaultValue={enquiry?.people ?? ''} />
            <Field id="budget" label={say(...label.budget)} inputMode="numeric" defaultValue={enquiry?.budget ?? ''} />
          </Pairs>
          <Pairs>
            <DayField id="travel_from" label={say(...label.travel_from)} first={enquiry?.travel_from ?? undefined} />
            <DayField id="travel_to" label={say(...label.travel_to)} first={enquiry?.travel_to ?? undefined} />
          </Pairs>
          <RecordField
            id="area_id"
            label={say(...label.area_id)}
            of="/api/geographical-areas"
            first={enquiry?.area_id}
          />
          <RecordField
            id="package_id"
            label={say(...label.package_id)}
            of="/api/packages"
            first={enquiry?.package_id}
          />
          <RecordField
            id="planned_trip_id"
            label={say(...label.planned_trip_id)}
            of="/api/planned-trips"
            first={enquiry?.planned_trip_id}
          />
        </Group>
      </Form>
    </Sheet>
  )
}

const sources = ['phone', 'talk', 'site', 'line', 'walk_in', 'recommendation', 'other'] as const

const bodyOf = (given: Given) => ({
  name: given('name'),
  phone: given('phone') || null,
  line_id: given('line_id') || null,
  email: given('email') || null,
  wish: given('wish') || null,
  source: sources.find((source) => source === given('source')) ?? 'other',
  ...(given('follow_up_on') && { follow_up_on: given('follow_up_on') }),
  people: numberIn(given('people')),
  budget: numberIn(given('budget')),
  travel_from: given('travel_from') || null,
  travel_to: given('travel_to') || null,
  area_id: numberIn(given('area_id')),
  package_id: numberIn(given('package_id')),
  planned_trip_id: numberIn(given('planned_trip_id')),
})
