import { useNavigate } from '@tanstack/react-router'
import { deleteWebhook, replayWebhook, rotateWebhookSecret, testWebhook, updateWebhook, type Webhook } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import KeyRound from '~icons/lucide/key-round'
import Power from '~icons/lucide/power'
import Repeat from '~icons/lucide/repeat'
import Send from '~icons/lucide/send'
import { refresh } from '../../kit/api.ts'
import { addDays, today } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { removalOf } from '../../ui/removal.tsx'
import { Secret } from './secret.tsx'

type SheetProps = { webhook: Webhook; close: () => void }

/** What may be done with a webhook: test, replay, enable or disable it, change its secret, remove it. */
export const useWebhookActs = (webhook: Webhook): Act[] => [
  useTest(webhook),
  { words: ['補送…', 'Send again…'], icon: Repeat, sheet: (close) => <ReplaySheet webhook={webhook} close={close} /> },
  {
    words: ['換金鑰…', 'Change the secret…'],
    icon: KeyRound,
    sheet: (close) => <RotateSheet webhook={webhook} close={close} />,
  },
  useSwitch(webhook),
  useRemoval(webhook),
]

const useTest = ({ id }: Webhook): Act => {
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => testWebhook(guidon, id),
    says: ['測試訊息已排入', 'Test message queued'],
    tellsRefusal: true,
    changes: ['webhooks'],
  })
  return { words: ['送測試訊息', 'Send a test'], icon: Send, act: () => mutate(), isPending }
}

const useSwitch = ({ id, version, is_active }: Webhook): Act => {
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => updateWebhook(guidon, id, { is_active: !is_active }, { version }),
    tellsRefusal: true,
    changes: ['webhooks'],
  })
  return {
    words: is_active ? ['停用', 'Disable'] : ['啟用', 'Enable'],
    icon: Power,
    act: () => mutate(),
    isPending,
  }
}

const useRemoval = ({ id, version, name }: Webhook): Act => {
  const navigate = useNavigate()
  return removalOf({
    name,
    lost: ['連同傳送紀錄一起刪除，無法復原。', 'Its delivery log is removed too; this cannot be undone.'],
    remove: (guidon) => deleteWebhook(guidon, id, { version }),
    leave: () => navigate({ to: '/webhooks' }),
    changes: ['webhooks'],
  })
}

const ReplaySheet = ({ webhook: { id }, close }: SheetProps) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (since: string, guidon) => replayWebhook(guidon, id, { since }),
    close,
    says: ({ replayed }) => ({ title: say(`${replayed} 則重新送出`, `${replayed} sent again`) }),
    changes: ['webhooks'],
  })
  return (
    <Sheet title={say('補送', 'Send again')} close={close}>
      <p>{say('這一天起送不到的訊息會再送一次。', 'Messages that failed since this day are sent again.')}</p>
      <Form
        send={say('補送', 'Send again')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(`${given('since')}T00:00`)}
      >
        <DayField id="since" label={say(...label.since)} first={addDays(today(), -3)} />
      </Form>
    </Sheet>
  )
}

const RotateSheet = ({ webhook: { id }, close }: SheetProps) => {
  const say = useSay()
  const { mutate, data, error, isPending } = useWrite({
    send: (overlap_hours: number, guidon) => rotateWebhookSecret(guidon, id, { overlap_hours }),
    done: () => refresh('webhooks'),
  })
  return (
    <Sheet title={say('換金鑰', 'Change the secret')} close={close}>
      {data ? (
        <Secret secret={data.secret} done={close} />
      ) : (
        <Form
          send={say('產生新金鑰', 'Generate a new secret')}
          error={error}
          isPending={isPending}
          submit={(given) => mutate(Number(given('overlap_hours')))}
        >
          <Field
            id="overlap_hours"
            inputMode="numeric"
            label={say('舊金鑰還能用幾小時', 'Hours that the old secret still works')}
            defaultValue={24}
            required
          />
        </Form>
      )}
    </Sheet>
  )
}
