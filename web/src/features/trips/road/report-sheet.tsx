import { useQuery } from '@tanstack/react-query'
import { createPlannedTripIncident, listTravelers, type PlannedTripIncidentInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { incidentKindWords, incidentSeverityWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { allOf } from '../../../kit/all-of.ts'
import { guidon } from '../../../kit/api.ts'
import { chosenIn } from '../../../kit/choices.ts'
import { nowOnTheClock } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Field, Form, TextArea } from '../../../ui/forms/form.tsx'
import { MomentField } from '../../../ui/forms/moment-field.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'
import { roadChanges } from './parts.ts'

/** The office reports what went wrong on a trip, and takes charge of it. */
export default function ReportSheet({ trip, close }: { trip: number; close: () => void }) {
  const say = useSay()
  const [entry] = useState(() => ({ entry_id: crypto.randomUUID(), entered_at: new Date().toISOString() }))
  const [concerned, setConcerned] = useState<readonly number[]>([])
  const { mutate, error, isPending } = useWrite({
    send: (body: PlannedTripIncidentInput, guidon) => createPlannedTripIncident(guidon, trip, body),
    says: ['已通報，相關同仁已收到通知', 'Reported; everybody concerned is told'],
    changes: roadChanges,
    close,
  })
  return (
    <Sheet title={say('通報事故', 'Report an incident')} close={close}>
      <Form
        send={say('通報', 'Report')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            ...entry,
            kind: chosenIn(incidentKindWords, given('kind')) ?? 'other',
            severity: chosenIn(incidentSeverityWords, given('severity')) ?? 'medium',
            happened_at: given('happened_at'),
            place: given('place') || null,
            what: given('what'),
            done: given('done') || null,
            needs: given('needs') || null,
            traveler_ids: [...concerned],
          })
        }
      >
        <WordChoice id="kind" label={say(...label.kind)} words={incidentKindWords} first="illness" />
        <WordChoice id="severity" label={say(...label.severity)} words={incidentSeverityWords} first="medium" />
        <MomentField id="happened_at" label={say(...label.happened_at)} first={nowOnTheClock()} />
        <Field id="place" label={say(...label.place)} maxLength={200} />
        <Concerned trip={trip} concerned={concerned} choose={setConcerned} />
        <TextArea
          id="what"
          label={say('經過', 'What happened')}
          hint={say(
            '通知與信件不會寫出內容，同仁在系統上看。',
            'Notices and mails do not repeat this: it is read online.',
          )}
          required
        />
        <TextArea id="done" label={say('已處理', 'What was done')} rows={2} />
        <TextArea id="needs" label={say(...label.needs)} rows={2} />
      </Form>
    </Sheet>
  )
}

type Props = { trip: number; concerned: readonly number[]; choose: (ids: readonly number[]) => void }

const Concerned = ({ trip, concerned, choose }: Props) => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['trips', trip, 'travelers'],
    queryFn: () => allOf((at) => listTravelers(guidon, { planned_trip_id: trip, ...at })),
  })
  const people = data?.filter(({ status }) => status === 'active') ?? []
  if (people.length === 0) return null
  return (
    <fieldset className="field">
      <legend className="label small soft">
        {say('相關旅客（都不勾是全團）', 'Whom it concerns (none ticked: everybody)')}
      </legend>
      <div className="checks">
        {people.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={concerned.includes(id)}
              onChange={({ target }) =>
                choose(target.checked ? [...concerned, id] : concerned.filter((each) => each !== id))
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
