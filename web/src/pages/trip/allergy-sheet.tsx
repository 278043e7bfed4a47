import { useMutation } from '@tanstack/react-query'
import { revealPlannedTripDietaryList } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { Empty } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { Sheet } from '../../parts/sheet.tsx'

/** Who of a trip must not eat what. It is read for a reason, and each reading is logged. */
export default function AllergySheet({ id, close }: { id: number; close: () => void }) {
  const say = useSay()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (reason: string) => revealPlannedTripDietaryList(guidon, id, { reason }),
  })
  return (
    <Sheet title={say('過敏原', 'Allergies')} close={close}>
      {!data && (
        <>
          <p className="soft">
            {say(
              '內含未遮蔽的個人資料；誰在何時為何讀取，會逐位記錄。',
              'With personal data in clear: who read it, when and why is logged for each person.',
            )}
          </p>
          <Form
            send={say('查看', 'Show')}
            error={error}
            isPending={isPending}
            submit={(given) => mutate(given('reason'))}
          >
            <Field
              id="reason"
              label={say('原因', 'Reason')}
              placeholder={say('例如：通知餐廳', 'Such as: telling the restaurant')}
              required
              maxLength={500}
            />
          </Form>
        </>
      )}
      {data?.length === 0 && <Empty>{say('沒有人過敏', 'Nobody has an allergy')}</Empty>}
      {data && <Facts facts={data.map(({ name, allergies }) => [name, allergies])} />}
    </Sheet>
  )
}
