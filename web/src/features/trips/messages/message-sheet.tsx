import { useQuery } from '@tanstack/react-query'
import type { PlannedTripMessageInput } from 'guidon-sdk'
import { getPlannedTripReadiness, sendPlannedTripMessage } from 'guidon-sdk'
import { travelerCheckWords } from 'guidon-sdk/words/traveler-check'
import { useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Field, Form, TextArea } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import type { Lacking } from './lacking.ts'
import { Recipients } from './recipients.tsx'

type Props = { trip: number; close: () => void }

/** Writes to everybody on the trip, or to those who lack something, and says first whom it reaches. */
export default function MessageSheet({ trip, close }: Props) {
  const say = useSay()
  const [lacking, setLacking] = useState<Lacking>([])
  const { mutate, error, isPending } = useWrite({
    send: (body: PlannedTripMessageInput, guidon) => sendPlannedTripMessage(guidon, trip, body),
    says: ['訊息已寄出', 'The message is sent'],
    changes: ['trips'],
    close,
  })
  return (
    <Sheet title={say('寫給全團', 'Write to everybody')} close={close}>
      <Form
        send={say('寄出', 'Send')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ title: given('title'), words: given('words'), lacking })}
      >
        <ToWhom trip={trip} lacking={lacking} choose={setLacking} />
        <Recipients trip={trip} lacking={lacking} />
        <Field
          id="title"
          label={say('主旨', 'Subject')}
          placeholder={say('例如：記得帶厚外套', 'Such as: bring a warm coat')}
          required
          maxLength={100}
        />
        <TextArea
          id="words"
          label={say('內容', 'Message')}
          hint={say(
            '寄出後無法收回；回信會寄給各訂單的業務。',
            'What is sent cannot be taken back; replies go to the sales person of each booking.',
          )}
          rows={6}
          required
        />
      </Form>
    </Sheet>
  )
}

type ToWhomProps = { trip: number; lacking: Lacking; choose: (lacking: Lacking) => void }

/** What somebody on this trip lacks today; none ticked is everybody. */
const ToWhom = ({ trip, lacking, choose }: ToWhomProps) => {
  const say = useSay()
  // Read here, because the reads of the page would bring the page along.
  const { data } = useQuery({
    queryKey: ['trips', trip, 'readiness'],
    queryFn: () => getPlannedTripReadiness(guidon, trip),
  })
  const found = data?.found ?? []
  if (found.length === 0) return null
  return (
    <fieldset className="field">
      <legend className="label small soft">
        {say('只寫給這些人（都不勾是全團）', 'Only to those (none ticked: everybody)')}
      </legend>
      <div className="checks">
        {found.map(({ check, count }) => (
          <label key={check}>
            <input
              type="checkbox"
              name="lacking"
              value={check}
              checked={lacking.includes(check)}
              onChange={({ target }) =>
                choose(target.checked ? [...lacking, check] : lacking.filter((each) => each !== check))
              }
            />
            {say(...travelerCheckWords[check])}
            <span className="count">{count}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
