import type { LineChannel } from 'guidon-sdk'
import { useState } from 'react'
import Plus from '~icons/lucide/plus'
import X from '~icons/lucide/x'
import { useSay } from '../../kit/words.ts'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { iconName } from '../../ui/icon-name.ts'
import css from './replies-sheet.module.css'
import { useChannelChange } from './write.ts'

type Props = { channel: LineChannel; close: () => void }

const MOST = 20

/** The answers that are often given; an empty one is left out. */
export const RepliesSheet = ({ channel, close }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useChannelChange(channel, close)
  // A field keeps its number while others are taken away, so that what was typed stays in it.
  const [fields, setFields] = useState(() => [...channel.quick_replies.keys(), channel.quick_replies.length])
  // A refusal names its place in the list.
  const idOf = (nth: number) => `quick_replies.${nth}`
  return (
    <Sheet title={say('常用回覆', 'Quick replies')} close={close}>
      <Form
        of={channel}
        hasNoDraft
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ quick_replies: fields.map((_, nth) => given(idOf(nth)).trim()).filter(Boolean) })}
      >
        <p className="soft small">
          {say(
            '回覆訊息時按一下就填入，送出前可以再修改。每則最多 500 字。',
            'One press puts it into an answer, where it can still be changed. Each has at most 500 letters.',
          )}
        </p>
        {fields.map((field, nth) => (
          <div key={field} className={css.reply}>
            <TextArea
              id={idOf(nth)}
              label={say(`第 ${nth + 1} 則`, `Reply ${nth + 1}`)}
              rows={2}
              defaultValue={channel.quick_replies[field] ?? ''}
            />
            <button
              type="button"
              className="button plain square"
              {...iconName(say(`刪除第 ${nth + 1} 則`, `Remove reply ${nth + 1}`))}
              onClick={() => setFields(fields.filter((each) => each !== field))}
            >
              <X />
            </button>
          </div>
        ))}
        {fields.length < MOST && (
          <button
            type="button"
            className={`button ${css.add}`}
            onClick={() => setFields([...fields, Math.max(-1, ...fields) + 1])}
          >
            <Plus width={15} height={15} />
            {say('再加一則', 'One more')}
          </button>
        )}
      </Form>
    </Sheet>
  )
}
