import { useNavigate } from '@tanstack/react-router'
import { splitPerson } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { type OnePerson, rowsOf } from './shared/words.ts'

type Props = { person: OnePerson; chosen: number[]; close: () => void }

/** Lists the records that will leave the person, then moves them to a new one. */
export const SplitSheet = ({ person, chosen, close }: Props) => {
  const say = useSay()
  const navigate = useNavigate()
  const splitting = useWrite({
    send: (reason: string, guidon) =>
      splitPerson(guidon, person.id, { record_ids: chosen, reason }, { version: person.version }),
    done: ({ id }) => navigate({ to: '/persons/$id', params: { id: String(id) } }),
    changes: ['persons'],
  })
  const rows = rowsOf(say, person)
  return (
    <Sheet title={say('拆成兩位客人', 'Split into two')} close={close}>
      <p>
        {say(
          `以下 ${chosen.length} 筆會成為另一位新的客人，其餘 ${rows.length - chosen.length} 筆留在 ${person.name}。訂單與旅客資料本身不變；日後可以再合併。`,
          `These ${chosen.length} become a new person; the other ${rows.length - chosen.length} stay with ${person.name}. The bookings and travelers themselves do not change, and both can be merged again.`,
        )}
      </p>
      <ul>
        {rows
          .filter(({ record }) => chosen.includes(record))
          .map(({ record, what, about }) => (
            <li key={record}>
              {what}
              <span className="small soft"> {about}</span>
            </li>
          ))}
      </ul>
      <ReasonForm send={say('拆開', 'Split')} sending={splitting} isText />
    </Sheet>
  )
}
