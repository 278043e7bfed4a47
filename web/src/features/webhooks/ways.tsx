import { useNavigate } from '@tanstack/react-router'
import { deleteWebhook, replayWebhook, rotateWebhookSecret, testWebhook, updateWebhook, type Webhook } from 'guidon-sdk'
import { useState } from 'react'
import { refresh } from '../../kit/api.ts'
import { addDays, today } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Secret } from './secret.tsx'

type Asked = 'replay' | 'rotate' | 'remove'
type SheetProps = { webhook: Webhook; close: () => void }

/** Actions on a webhook: test, replay, enable or disable, change the secret, remove. */
export const Ways = ({ webhook }: { webhook: Webhook }) => {
  const say = useSay()
  const [asked, ask] = useState<Asked>()
  const close = () => ask(undefined)
  return (
    <Card title={say('操作', 'Actions')}>
      <div className="within ways">
        <Test webhook={webhook} />
        <Switch webhook={webhook} />
        <button type="button" className="button" onClick={() => ask('replay')}>
          {say('補送…', 'Send again…')}
        </button>
        <button type="button" className="button" onClick={() => ask('rotate')}>
          {say('換金鑰…', 'Change the secret…')}
        </button>
        <button type="button" className="button" onClick={() => ask('remove')}>
          {say('刪除…', 'Remove…')}
        </button>
      </div>
      {asked === 'replay' && <ReplaySheet webhook={webhook} close={close} />}
      {asked === 'rotate' && <RotateSheet webhook={webhook} close={close} />}
      {asked === 'remove' && <RemoveSheet webhook={webhook} close={close} />}
    </Card>
  )
}

const Test = ({ webhook: { id } }: { webhook: Webhook }) => {
  const say = useSay()
  const { mutate, isPending, error } = useWrite({
    send: (_, guidon) => testWebhook(guidon, id),
    says: ['測試訊息已排入', 'Test message queued'],
    changes: ['webhooks'],
  })
  return (
    <>
      <button type="button" className="button main" disabled={isPending} onClick={() => mutate()}>
        {say('送測試訊息', 'Send a test')}
      </button>
      <Refused error={error} />
    </>
  )
}

const Switch = ({ webhook: { id, version, is_active } }: { webhook: Webhook }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => updateWebhook(guidon, id, { is_active: !is_active }, { version }),
    tellsRefusal: true,
    changes: ['webhooks'],
  })
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
      {is_active ? say('停用', 'Disable') : say('啟用', 'Enable')}
    </button>
  )
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
        <DayField id="since" label={say('從哪一天起', 'Since')} first={addDays(today(), -3)} />
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

const RemoveSheet = ({ webhook: { id, version, name }, close }: SheetProps) => {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => deleteWebhook(guidon, id, { version }),
    done: () => {
      refresh('webhooks')
      navigate({ to: '/webhooks' })
    },
  })
  return (
    <Sheet title={say(`刪除 ${name}`, `Remove ${name}`)} close={close}>
      <p>{say('連同傳送紀錄一起刪除，無法復原。', 'Its delivery log is removed too; this cannot be undone.')}</p>
      <Form send={say('刪除', 'Remove')} isHarmful error={error} isPending={isPending} submit={() => mutate()}>
        {null}
      </Form>
    </Sheet>
  )
}
