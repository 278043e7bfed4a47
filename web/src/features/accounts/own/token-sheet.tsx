import { createMyToken, type MyTokenInput } from 'guidon-sdk'
import { addDays, today } from '../../../kit/days.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Choice, Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'

/** Creates a token, which is shown only once. */
export default function TokenSheet({ close }: { close: () => void }) {
  const say = useSay()
  const { mutate, data, error, isPending } = useWrite({
    send: (token: MyTokenInput, guidon) => createMyToken(guidon, token),
    changes: ['tokens'],
  })
  return (
    <Sheet title={say('新增 API 金鑰', 'New API token')} close={close}>
      {data ? (
        <ShownOnce label={data.name} value={data.token} />
      ) : (
        <Form
          send={say('產生', 'Generate')}
          error={error}
          isPending={isPending}
          submit={(given) =>
            mutate({ name: given('name'), expires_at: `${addDays(today(), Number(given('days')))}T23:59:59` })
          }
        >
          <p className="soft">
            {say(
              'API 金鑰有您的全部權限，請當作密碼保管；不再使用時請撤銷。',
              'A token has all your permissions: keep it like a password, and revoke it when it is no longer used.',
            )}
          </p>
          <Field
            id="token-name"
            name="name"
            label={say('用途', 'Purpose')}
            placeholder={say('例如 會計匯出', 'such as: accounting export')}
            maxLength={100}
            required
          />
          <Choice
            id="days"
            label={say('有效期間', 'Valid for')}
            defaultValue="90"
            options={[
              ...[30, 90].map((days) => [`${days}`, say(`${days} 天`, `${days} days`)] as const),
              ['365', say('一年', 'One year')],
            ]}
          />
        </Form>
      )}
    </Sheet>
  )
}
