import type { LineChannel } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { numberSent } from '../../kit/typed.ts'
import { useSay } from '../../kit/words.ts'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { useChannelChange } from './write.ts'

type Props = { channel: LineChannel; close: () => void }

/** How many messages a month may cost, and the hours in which notices go by mail. */
export const LimitsSheet = ({ channel, close }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useChannelChange(channel, close)
  return (
    <Sheet title={say('推播上限與夜間', 'Cap and night')} close={close}>
      <Form
        of={channel}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            monthly_cap: numberSent(given('monthly_cap')),
            quiet_from: given('quiet_from') || null,
            quiet_to: given('quiet_to') || null,
          })
        }
      >
        <Field
          id="monthly_cap"
          label={say(...label.monthly_cap)}
          inputMode="numeric"
          defaultValue={channel.monthly_cap}
          hint={say(
            '達到上限後，通知改以電子郵件寄出；在對話中立即回覆不計費。',
            'Above it notices go by mail. An answer at once in a conversation costs nothing.',
          )}
          required
        />
        <Field id="quiet_from" label={say(...label.quiet_from)} typed="time" defaultValue={channel.quiet_from ?? ''} />
        <Field id="quiet_to" label={say(...label.quiet_to)} typed="time" defaultValue={channel.quiet_to ?? ''} />
      </Form>
    </Sheet>
  )
}
