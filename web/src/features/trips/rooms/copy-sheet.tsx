import { copyRoomsOfStay, type PlannedTripRoom, type PlannedTripStayRoomCopyInput, Refusal } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import Copy from '~icons/lucide/copy'
import { shortDay } from '../../../kit/days.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Choice, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'

type Props = { trip: number; plan: PlannedTripRoom; others: PlannedTripRoom[] }

/** The button that arranges the other hotels of the trip like this one. */
export const CopyButton = (props: Props) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="ways">
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Copy />
        {say('其他飯店照這樣分房…', 'Copy rooms to other hotels…')}
      </button>
      {isOpen && <CopySheet {...props} close={() => setOpen(false)} />}
    </p>
  )
}

const CopySheet = ({ trip, plan, others, close }: Props & { close: () => void }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: PlannedTripStayRoomCopyInput, guidon) => copyRoomsOfStay(guidon, trip, plan.id, body),
    says: ['其他飯店已照樣分房', 'Rooms copied'],
    changes: ['trips'],
    close,
  })
  const asksForPrices = error instanceof Refusal && error.errors.supplements !== undefined
  return (
    <Sheet title={say('其他飯店照這樣分房', 'Copy rooms to other hotels')} close={close}>
      <Form
        hasNoDraft
        send={say('照樣分房', 'Copy the rooms')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            stays: others.filter(({ id }) => given(`stay-${id}`)).map(({ id, version }) => ({ stay_id: id, version })),
            ...(supplementsIn(given('supplements')) ?? {}),
          })
        }
      >
        <p className="small soft">{say('沒有人住的房間不會帶過去。', 'Empty rooms are not copied.')}</p>
        {others.map(({ id, hotel, check_in, is_assigned }) => (
          <label key={id} className="choice">
            <input type="checkbox" name={`stay-${id}`} defaultChecked={!is_assigned} /> {nameOf(say, hotel)}
            <span className="small soft"> {shortDay(check_in)}</span>
            {is_assigned && (
              <span className="small late"> {say('已分房，會被取代', 'has rooms, which are replaced')}</span>
            )}
          </label>
        ))}
        {asksForPrices && (
          <Choice
            id="supplements"
            label={say(...label.supplements)}
            options={[
              ['keep', say('維持原價', 'Keep the prices')],
              ['charge', say('團費一併調整', 'Change the prices')],
            ]}
          />
        )}
      </Form>
    </Sheet>
  )
}

const supplementsIn = (given: string) =>
  given === 'keep' || given === 'charge' ? { supplements: given as 'keep' | 'charge' } : undefined
