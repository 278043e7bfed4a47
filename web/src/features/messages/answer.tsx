import { createLineMessage } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useRef, useState } from 'react'
import { useMe } from '../../kit/me.ts'
import { editsBookings } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Attachments, takesFiles, useAttached } from '../../ui/attachments.tsx'
import { Choice, Form, TextArea } from '../../ui/forms/form.tsx'
import css from './page.module.css'
import type { OpenThread } from './queries.ts'

type Given = { text: string; attachment_ids: number[]; booking_id?: number }
type Props = { thread: OpenThread; onTyping: () => void }

/** The field of the answer; one press puts a quick reply into it, where it can still be changed. */
export const Answer = ({ thread: { id, is_blocked, quick_replies, bookings }, onTyping }: Props) => {
  const say = useSay()
  const mayLink = editsBookings(useMe())
  const place = useRef<HTMLDivElement>(null)
  const attached = useAttached(`line-${id}-files`)
  // Empty again for the next one.
  const [round, setRound] = useState(0)
  const { mutate, error, isPending } = useWrite({
    send: (given: Given, writing) => createLineMessage(writing, id, given),
    done: () => {
      attached.clear()
      setRound(round + 1)
    },
    says: ['已送出', 'Sent'],
    changes: ['line', 'work'],
  })
  if (is_blocked)
    return (
      <p className={`soft small ${css.answer}`}>
        {say('對方已封鎖本帳號；請改用電話或電子郵件。', 'This friend has blocked us; use the telephone or mail.')}
      </p>
    )
  const put = (reply: string) => {
    const field = place.current?.querySelector('textarea')
    if (!field) return
    field.value = [field.value.trimEnd(), reply].filter(Boolean).join('\n')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  return (
    <div className={css.answer} ref={place} onInput={onTyping} {...takesFiles(attached)}>
      {quick_replies.length > 0 && (
        <fieldset className={css.replies} aria-label={say(...label.quick_replies)}>
          {quick_replies.map((reply) => (
            <button key={reply} type="button" className="chip" title={reply} onClick={() => put(reply)}>
              <span>{reply}</span>
            </button>
          ))}
        </fieldset>
      )}
      <Form
        key={round}
        of={{ id }}
        send={say('以 LINE 送出', 'Send on LINE')}
        error={error}
        isPending={isPending}
        isBlocked={attached.isUploading}
        submit={(given) =>
          mutate({
            text: given('text'),
            attachment_ids: attached.ids,
            ...(given('booking_id') && { booking_id: Number(given('booking_id')) }),
          })
        }
        beside={<Attachments attached={attached} />}
      >
        <TextArea id="text" label={say('回覆', 'Answer')} rows={2} required />
        {mayLink && bookings.length > 0 && (
          <details>
            <summary className="small">{say('附上訂單頁連結…', 'Link to the page of a booking…')}</summary>
            <Choice
              id="booking_id"
              label={say(...label.booking_id)}
              options={[
                ['', say('不附', 'None')],
                ...bookings.map(({ id: booking, booking_number }) => [String(booking), booking_number] as const),
              ]}
            />
          </details>
        )}
      </Form>
    </div>
  )
}
