import {
  createTravelerRequest,
  deleteTravelerRequest,
  type TravelerRequest,
  type TravelerRequestInput,
  updateTravelerRequest,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { travelerRequestKindWords } from 'guidon-sdk/words'
import { chosenIn } from '../../kit/choices.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import { changes } from './words.ts'

type Props = { traveler: number; request: TravelerRequest | undefined; close: () => void }

/** Adds or changes a special request. */
export default function SpecialRequestSheet({ traveler, request, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: ({ traveler_id, ...body }: TravelerRequestInput, guidon) =>
      request
        ? updateTravelerRequest(guidon, request.id, body, { version: request.version })
        : createTravelerRequest(guidon, { traveler_id, ...body }),
    says: ['需求已儲存', 'Special request saved'],
    changes,
    close,
  })
  return (
    <Sheet
      title={request ? say('修改需求', 'Change the special request') : say('新增需求', 'Add a special request')}
      close={close}
    >
      <Form
        of={request}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        beside={
          request && (
            <ActButton
              words={['刪除', 'Remove']}
              sure={['確定刪除？', 'Remove it?']}
              act={(guidon) => deleteTravelerRequest(guidon, request.id, { version: request.version })}
              says={['需求已刪除', 'Special request removed']}
              changes={changes}
              close={close}
            />
          )
        }
        submit={(given) =>
          mutate({
            traveler_id: traveler,
            kind: chosenIn(travelerRequestKindWords, given('kind')) ?? 'other',
            detail: given('detail'),
            visible_to_leader: given('visible_to_leader') === 'yes',
          })
        }
      >
        <WordChoice
          id="kind"
          label={say(...label.kind)}
          words={travelerRequestKindWords}
          first={request?.kind ?? 'meal'}
        />
        <TextArea
          id="detail"
          label={say(...label.detail)}
          hint={say(
            '不另計價的需求；要收費的請開加購。',
            'For requests without a price; use an add-on for anything that is charged.',
          )}
          defaultValue={request?.detail ?? ''}
          required
        />
        <label className="choice">
          <input
            type="checkbox"
            name="visible_to_leader"
            value="yes"
            defaultChecked={request?.visible_to_leader ?? false}
          />
          {say(...label.visible_to_leader)}
        </label>
      </Form>
    </Sheet>
  )
}
