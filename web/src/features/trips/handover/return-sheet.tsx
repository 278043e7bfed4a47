import { updatePlannedTripHandover } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Form, TextArea } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import type { Trip } from '../queries.ts'
import type { Kind } from './kinds.ts'

/** Returns a handover with a list of what is missing. */
export default function ReturnSheet({ trip, kind, close }: { trip: Trip; kind: Kind; close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (note: string, guidon) => updatePlannedTripHandover(guidon, trip.id, { kind, status: 'returned', note }),
    says: ['已退回', 'Returned'],
    changes: ['trips'],
    close,
  })
  return (
    <Sheet title={say('退回交接', 'Return the handover')} close={close}>
      <Form send={say('退回', 'Return')} error={error} isPending={isPending} submit={(given) => mutate(given('note'))}>
        <TextArea id="note" label={say('還缺什麼', 'What is missing')} required />
      </Form>
    </Sheet>
  )
}
