import { erasePerson } from 'guidon-sdk'
import { useState } from 'react'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { OnePerson } from './shared/words.ts'

/** Erases a person everywhere, after saying what is deleted and what is kept. */
export const Erase = ({ person: { id, name } }: { person: OnePerson }) => {
  const say = useSay()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => erasePerson(guidon, id),
    close,
    changes: ['persons'],
  })
  return (
    <>
      <div className="ways">
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {say('刪除個資…', 'Erase…')}
        </button>
      </div>
      {isAsking && (
        <Sheet title={say(`刪除 ${name} 的個資`, `Erase the personal data of ${name}`)} close={close}>
          <p>
            {say(
              '所有訂單、旅客與帳號裡的個人資料都會刪除，無法復原；名額、價格與付款紀錄會保留。還有未結束的行程時不能刪除。',
              'The personal data in all bookings, travelers and accounts is erased and cannot be restored; seats, prices and payments are kept. Not possible while a trip is not over.',
            )}
          </p>
          <Form send={say('刪除個資', 'Erase')} isHarmful error={error} isPending={isPending} submit={() => mutate()}>
            {null}
          </Form>
        </Sheet>
      )}
    </>
  )
}
