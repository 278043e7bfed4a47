import {
  createPlannedTripDeadline,
  deletePlannedTripDeadline,
  type PlannedTripDeadlineInput,
  updatePlannedTripDeadline,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { deadlineOwnerWords, deadlineWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { choicesOf, chosenIn } from '../../../kit/choices.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Field, Form, type Given } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'
import type { Deadline } from '../queries.ts'

type Props = { trip: number; deadline: Deadline | undefined; close: () => void }

const changes = ['trips'] as const

/** Adds, moves, reassigns or removes a deadline. */
export default function DeadlineSheet({ trip, deadline, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: ({ key, ...said }: PlannedTripDeadlineInput, guidon) =>
      deadline
        ? updatePlannedTripDeadline(guidon, trip, deadline.id, said, { version: deadline.version })
        : createPlannedTripDeadline(guidon, trip, { key, ...said }),
    says: deadline ? ['已儲存', 'Saved'] : ['已新增期限', 'The deadline is added'],
    changes,
    close,
  })
  return (
    <Sheet title={deadline ? say(deadline.label, deadline.label_en) : say('新增期限', 'New deadline')} close={close}>
      <Form
        of={deadline}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(saidIn(given))}
        beside={
          deadline && (
            <ActButton
              words={['刪除', 'Remove']}
              sure={['確定刪除？', 'Remove it?']}
              says={['期限已刪除', 'The deadline is removed']}
              act={(guidon) => deletePlannedTripDeadline(guidon, trip, deadline.id, { version: deadline.version })}
              changes={changes}
              close={close}
            />
          )
        }
      >
        <What deadline={deadline} />
        <DayField id="due_on" label={say(...label.due_on)} first={deadline?.due_on} />
        <WordChoice id="owner" label={say(...label.owner)} first={deadline?.owner ?? 'op'} words={deadlineOwnerWords} />
      </Form>
    </Sheet>
  )
}

const OWN = 'own'

/** One of the usual deadlines, or a deadline with a custom name. */
const What = ({ deadline }: Pick<Props, 'deadline'>) => {
  const say = useSay()
  const [kind, setKind] = useState(deadline ? OWN : 'rooming_list')
  return (
    <>
      {!deadline && (
        <div className="field">
          <label htmlFor="key">{say('項目', 'Task')}</label>
          <select className="input" id="key" name="key" value={kind} onChange={({ target }) => setKind(target.value)}>
            {choicesOf(say, deadlineWords).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
            <option value={OWN}>{say('其他', 'Other')}</option>
          </select>
        </div>
      )}
      {kind === OWN && (
        <>
          <Field
            id="name"
            label={say(...label.name)}
            defaultValue={deadline?.name ?? ''}
            placeholder={deadline?.label ?? ''}
            required={!deadline}
            maxLength={100}
          />
          <Field
            id="name_en"
            label={say(...label.name_en)}
            defaultValue={deadline?.name_en ?? ''}
            placeholder={deadline?.label_en ?? ''}
            maxLength={100}
          />
        </>
      )}
    </>
  )
}

/** A deadline with a custom name gets a unique key. */
const saidIn = (given: Given): PlannedTripDeadlineInput => ({
  key: given('key') === OWN ? `${OWN}_${Date.now().toString(36)}` : given('key'),
  name: given('name') || null,
  name_en: given('name_en') || null,
  owner: chosenIn(deadlineOwnerWords, given('owner')) ?? 'op',
  due_on: given('due_on'),
})
