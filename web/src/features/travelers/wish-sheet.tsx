import {
  createTravelerRequest,
  deleteTravelerRequest,
  type TravelerRequest,
  type TravelerRequestInput,
  updateTravelerRequest,
} from 'guidon-sdk'
import { travelerRequestKindWords } from 'guidon-sdk/words/traveler-request-kind'
import { chosenIn } from '../../kit/choices.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import { changes } from './words.ts'

type Props = { traveler: number; wish: TravelerRequest | undefined; close: () => void }

/** Writes down a wish, or changes it. */
export default function WishSheet({ traveler, wish, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: ({ traveler_id, ...body }: TravelerRequestInput, guidon) =>
      wish
        ? updateTravelerRequest(guidon, wish.id, body, { version: wish.version })
        : createTravelerRequest(guidon, { traveler_id, ...body }),
    says: ['需求已儲存', 'The wish is saved'],
    changes,
    close,
  })
  return (
    <Sheet title={wish ? say('修改需求', 'Change the wish') : say('新增需求', 'Add a wish')} close={close}>
      <Form
        of={wish}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        beside={
          wish && (
            <ActButton
              words={['刪除', 'Remove']}
              sure={['確定刪除？', 'Remove it?']}
              act={(guidon) => deleteTravelerRequest(guidon, wish.id, { version: wish.version })}
              says={['需求已刪除', 'The wish is removed']}
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
          label={say('種類', 'Kind')}
          words={travelerRequestKindWords}
          first={wish?.kind ?? 'meal'}
        />
        <TextArea
          id="detail"
          label={say('需求內容', 'What is wished')}
          hint={say('不另計價的需求；要收費的請開加購。', 'Without a price; what costs money is an add-on request.')}
          defaultValue={wish?.detail ?? ''}
          required
        />
        <label className="check">
          <input
            type="checkbox"
            name="visible_to_leader"
            value="yes"
            defaultChecked={wish?.visible_to_leader ?? false}
          />
          {say('領隊看得到', 'The leader sees it')}
        </label>
      </Form>
    </Sheet>
  )
}
