import { Link } from '@tanstack/react-router'
import { findPersonsByPassport, type PersonFindInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import Search from '~icons/lucide/search'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Empty } from '../../ui/empty.tsx'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

/** Finds persons by passport number. The caller and the reason are logged. */
export const PassportSheet = ({ close }: { close: () => void }) => {
  const say = useSay()
  const { mutate, data, error, isPending } = useWrite({
    send: (asked: PersonFindInput, guidon) => findPersonsByPassport(guidon, asked),
  })
  return (
    <Sheet title={say('用護照號碼查人', 'Find by passport')} close={close}>
      <p className="soft small">{say('誰查了、為什麼查，都會留下紀錄。', 'Who asked, and why, is recorded.')}</p>
      <Form
        send={say('查詢', 'Find')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate({ passport_number: given('passport_number'), reason: given('reason') })}
      >
        <Field id="passport_number" label={say(...label.passport_number)} autoComplete="off" required />
        <Field id="reason" label={say('查詢原因', 'Reason')} required />
      </Form>
      {data?.length === 0 && <Empty icon={Search}>{say('查無此護照號碼', 'Nobody has this passport number')}</Empty>}
      <ul>
        {data?.map(({ id, name }) => (
          <li key={id}>
            <Link className="link" to="/persons/$id" params={{ id: String(id) }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
