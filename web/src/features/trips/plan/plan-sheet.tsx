import { useNavigate } from '@tanstack/react-router'
import { createPlannedTrip, type PlannedTripInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { today } from '../../../kit/days.ts'
import { NearDay } from '../../../kit/near-day.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Form, type Given } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { MomentField, momentIn } from '../../../ui/forms/moment-field.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { AssemblyFields, meetingPointIn } from '../assembly.tsx'
import { ChargeFields, NameFields, PackageField, plannedIn, SizeFields } from './plan-fields.tsx'
import { midYear } from './planned-days.ts'

/** Plans one trip of a package. Empty fields follow the package. */
export default function PlanSheet({ close }: { close: () => void }) {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite({
    send: (body: PlannedTripInput, guidon) => createPlannedTrip(guidon, body),
    done: ({ data: { id } }) => {
      close()
      navigate({ to: '/trips/$id', params: { id: String(id) } })
    },
    says: ({ data: { serial }, meta: { broke } }) => ({
      title: say(`已開團 ${serial}`, `Planned ${serial}`),
      body: broke.map(({ says }) => says).join('\n'),
    }),
    changes: ['trips'],
  })
  return (
    <Sheet title={say('開團', 'Plan a trip')} close={close}>
      <Form
        send={say('開團', 'Plan the trip')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyOf(given))}
      >
        <PackageField />
        <Pairs>
          <NearDay value={midYear(today())}>
            <DayField id="departure_date" label={say(...label.departure_date)} />
            <DayField id="return_date" label={say('回程日（可留空）', 'Return (optional)')} />
          </NearDay>
        </Pairs>
        <p className="tiny soft">
          {say('回程日留空，就照行程的天數計算。', 'Leave the return empty to use the length of the package.')}
        </p>
        <SizeFields />
        <ChargeFields />
        <Group title={say('集合與說明會', 'Meeting and briefing')}>
          <MomentField id="assembly.at" label={say(...label.time)} />
          <AssemblyFields />
          <MomentField id="briefing_starts_at" label={say(...label.briefing_starts_at)} />
          <MomentField id="briefing_ends_at" label={say(...label.briefing_ends_at)} />
        </Group>
        <NameFields />
      </Form>
    </Sheet>
  )
}

const bodyOf = (given: Given): PlannedTripInput => {
  const at = momentIn(given('assembly.at'))
  const point = meetingPointIn(given)
  return {
    ...plannedIn(given),
    departure_date: given('departure_date'),
    ...(given('return_date') && { return_date: given('return_date') }),
    briefing_starts_at: momentIn(given('briefing_starts_at')),
    briefing_ends_at: momentIn(given('briefing_ends_at')),
    assembly: at || point ? { at, ...point } : null,
  }
}
