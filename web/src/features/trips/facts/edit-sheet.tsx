import { type PlannedTripChange, updatePlannedTrip } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Choice, Field, Form, TextArea } from '../../../ui/forms/form.tsx'
import { Group, Pairs } from '../../../ui/forms/form-groups.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { ConflictReason, overrideIn } from '../../leaders/shared/conflict-reason.tsx'
import type { Trip } from '../queries.ts'
import { publicChoices } from '../shared/public-choices.ts'
import { useToldLater } from '../tell.tsx'
import { DateFields } from './date-fields.tsx'
import { changeIn } from './edit-body.ts'
import { ChargeFields, HourFields, PriceFields, SortFields } from './edit-fields.tsx'

type Props = { trip: Trip; close: () => void }

/** Changes the facts of a trip. */
export default function EditSheet({ trip, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useChange({ trip, close })
  return (
    <Sheet title={say('修改這一團', 'Change the trip')} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => {
          const change = changeIn(given, trip)
          if (Object.keys(change).length === 0) close()
          else mutate({ ...change, ...overrideIn(given) })
        }}
      >
        <DateFields trip={trip} />
        <Pairs>
          <Field
            id="capacity"
            label={say(...label.capacity)}
            defaultValue={trip.capacity}
            inputMode="numeric"
            required
          />
          <Field id="min_pax" label={say(...label.min_pax)} defaultValue={trip.min_pax} inputMode="numeric" required />
        </Pairs>
        <Choice
          id="is_public"
          label={say('誰可以報名', 'Who may register')}
          defaultValue={trip.is_public ? 'yes' : 'no'}
          options={publicChoices(say)}
        />
        <ChargeFields trip={trip} />
        <HourFields trip={trip} />
        <PriceFields trip={trip} />
        <SortFields trip={trip} />
        <Group title={say('名稱與備註', 'Name and notes')}>
          <Field id="name" label={say('團名', 'Name')} defaultValue={trip.name} required maxLength={200} />
          <Field
            id="name_en"
            label={say('英文團名', 'Name in English')}
            defaultValue={trip.name_en ?? ''}
            maxLength={200}
          />
          <TextArea id="notes" label={say('內部備註', 'Internal notes')} defaultValue={trip.notes ?? ''} />
        </Group>
        <ConflictReason error={error} />
      </Form>
    </Sheet>
  )
}

const useChange = ({ trip: { id, version }, close }: Props) => {
  const say = useSay()
  const toldLater = useToldLater(id)
  return useWrite({
    send: (change: PlannedTripChange, guidon) => updatePlannedTrip(guidon, id, change, { version }),
    close,
    says: ({ meta: { broke, warnings } }, { tell_travelers = false }) => {
      const named = broke.map(({ says }) => says)
      const lookAt = [...(named.length ? [named.join(say('；', '; '))] : []), ...warnings]
      return toldLater(say('已儲存', 'Saved'), tell_travelers, lookAt)
    },
    changes: ['trips', 'schedule', 'leave'],
  })
}
