import { keepPersonsDistinct, mergePersons } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { OnePerson, Other } from './shared/words.ts'

export type Decision = 'merge' | 'distinct'
type Props = { person: OnePerson; other: Other; decision: Decision; close: () => void }

/** Says what merging or keeping apart does, then does it. */
export const DecisionSheet = ({ person, other, decision, close }: Props) => {
  const say = useSay()
  const isMerge = decision === 'merge'
  const deciding = useWrite({
    send: (reason: string, guidon) => {
      const body = { person_ids: [other.id], reason }
      return isMerge
        ? mergePersons(guidon, person.id, body, { version: person.version })
        : keepPersonsDistinct(guidon, person.id, body)
    },
    close,
    says: () => ({ title: isMerge ? say('已合併', 'Merged') : say('已記下是不同的客人', 'Noted as different people') }),
    changes: ['persons'],
  })
  const title = isMerge ? say('合併為同一人', 'Merge into one') : say('不是同一人', 'Different people')
  return (
    <Sheet title={title} close={close}>
      <p>
        {isMerge
          ? say(
              `${other.name} 的 ${other.records} 筆紀錄會成為 ${person.name} 的紀錄，${other.name} 的頁面之後會指到這裡；兩邊的同意事項與拒收設定合在一起。訂單與旅客資料本身不變；合錯了可以再拆開。`,
              `The ${other.records} records of ${other.name} become records of ${person.name}, and the page of ${other.name} leads here. Consents and opt-outs of both are joined. The bookings and travelers themselves do not change; a wrong merge can be split again.`,
            )
          : say(
              `${other.name} 與 ${person.name} 不會再被列為可能重複；兩邊的紀錄都不變。`,
              `${other.name} and ${person.name} are no longer suggested as the same person; nothing else changes.`,
            )}
      </p>
      <ReasonForm
        of={other}
        send={title}
        sending={deciding}
        label={say('判斷依據', 'Reason for the decision')}
        isText
      />
    </Sheet>
  )
}
