import { useNavigate } from '@tanstack/react-router'
import { type AddonRequestInput, createAddonRequest } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { priorityWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../../kit/choices.ts'
import { numberTyped } from '../../../../kit/typed.ts'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Loading } from '../../../../ui/empty.tsx'
import { DayField } from '../../../../ui/forms/day-field.tsx'
import { Field, Form, type Given, TextArea } from '../../../../ui/forms/form.tsx'
import css from '../../../../ui/forms/form-groups.module.css'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../../ui/forms/word-choice.tsx'
import { TravelerField, type Who } from './travelers.tsx'
import { type Detail, TypeFields, useTypes } from './type-fields.tsx'

type Props = { among?: readonly Who[] | undefined; close: () => void }

/** Requests an add-on for a traveler, then opens the conversation about it. */
export default function NewRequestSheet({ among, close }: Props) {
  const say = useSay()
  const types = useTypes()
  const { mutate, error, isPending } = useOpen(close)
  const detailsOf = (type: number) => types?.find(({ id }) => id === type)?.details_schema ?? []
  return (
    <Sheet title={say('新增加購', 'New request')} close={close}>
      {!types && <Loading />}
      {types && (
        <Form
          send={say('送出申請', 'Send the request')}
          error={error}
          isPending={isPending}
          submit={(given) => mutate(bodyOf(given, detailsOf(Number(given('type_id')))))}
        >
          <TravelerField among={among} />
          <TypeFields types={types} />
          <div className={css.pair}>
            <Field id="quantity" label={say(...label.quantity)} inputMode="numeric" defaultValue="1" required />
            <DayField id="needed_by" label={say('使用日期（可留空）', 'Needed by (optional)')} />
          </div>
          <WordChoice id="priority" label={say('優先', 'Priority')} words={priorityWords} first="normal" />
          <TextArea
            id="message"
            label={say('說明（可留空）', 'Details (optional)')}
            hint={say('寫給部門，客戶看不到。', 'For the department; the customer does not see it.')}
          />
        </Form>
      )}
    </Sheet>
  )
}

const useOpen = (close: () => void) => {
  const say = useSay()
  const navigate = useNavigate()
  return useWrite({
    send: (body: AddonRequestInput, guidon) => createAddonRequest(guidon, body),
    done: ({ id }) => {
      close()
      navigate({ to: '/requests/$id', params: { id: String(id) } })
    },
    says: ({ request_number }) => ({
      title: say(`已建立加購 ${request_number}`, `Request ${request_number} created`),
    }),
    changes: ['requests', 'work'],
  })
}

const bodyOf = (given: Given, details: readonly Detail[]): AddonRequestInput => {
  const said = details.map(({ key, kind }) => [key, detailValue(kind, given(`details.${key}`))] as const)
  const priority = chosenIn(priorityWords, given('priority'))
  return {
    traveler_id: Number(given('traveler_id')),
    type_id: Number(given('type_id')),
    quantity: Number(given('quantity')),
    details: Object.fromEntries(said.filter(([, value]) => value !== '')),
    needed_by: given('needed_by') || null,
    ...(priority && { priority }),
    ...(given('message') && { message: given('message') }),
  }
}

/** A detail in the type that its kind has; a text that is not a number is sent as it is and refused at its field. */
const detailValue = (kind: Detail['kind'], typed: string) => {
  if (kind === 'flag' && typed !== '') return typed === 'yes'
  const number = numberTyped(typed)
  return kind === 'number' && typed !== '' && !Number.isNaN(number) ? number : typed
}
