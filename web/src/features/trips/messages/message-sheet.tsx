import { useQuery } from '@tanstack/react-query'
import type { PlannedTripMessageInput } from 'guidon-sdk'
import { getPlannedTripReadiness, sendPlannedTripMessage } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { travelerCheckWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Field, Form, TextArea } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import type { Lacking } from './lacking.ts'
import { Recipients } from './recipients.tsx'

type Props = {
  trip: number
  /** The title of the sheet and its initial text. */
  title?: string
  first?: { title: string; words: string }
  close: () => void
}

/** Sends a message to everybody on the trip, or to those with missing data, and shows the recipients first. */
export default function MessageSheet({ trip, title, first, close }: Props) {
  const say = useSay()
  const [lacking, setLacking] = useState<Lacking>([])
  const { mutate, error, isPending } = useWrite({
    send: (body: PlannedTripMessageInput, guidon) => sendPlannedTripMessage(guidon, trip, body),
    says: ['訊息已寄出', 'The message is sent'],
    changes: ['trips'],
    close,
  })
  return (
    <Sheet title={title ?? say('寫給全團', 'Message the whole group')} close={close}>
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
          label={say(...label.subject)}
          placeholder={say('例如：記得帶厚外套', 'Such as: bring a warm coat')}
          {...(first && { defaultValue: first.title })}
          required
          maxLength={100}
        />
        <TextArea
          id="words"
          label={say('內容', 'Message')}
          hint={say(
            '寄出後無法收回；回信會寄給各訂單的業務。',
            'Messages cannot be recalled; replies go to the salesperson of each booking.',
          )}
          rows={first ? 12 : 6}
          {...(first && { defaultValue: first.words })}
          required
        />
      </Form>
    </Sheet>
  )
}

type ToWhomProps = { trip: number; lacking: Lacking; choose: (lacking: Lacking) => void }

/** Filters by missing data; without a filter the message goes to everybody. */
const ToWhom = ({ trip, lacking, choose }: ToWhomProps) => {
  const say = useSay()
  // Not in queries.ts, because importing it would load the code of the page too.
  const { data } = useQuery({
    queryKey: ['trips', trip, 'readiness'],
    queryFn: () => getPlannedTripReadiness(guidon, trip),
  })
  const found = data?.found ?? []
  if (found.length === 0) return null
  return (
    <fieldset className="field">
      <legend className="label small soft">
        {say('只寫給這些人（都不勾是全團）', 'Only to these travelers (none ticked: everybody)')}
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
