import { handOverAddonRequests } from 'guidon-sdk'
import { plural, useSay } from '../../kit/words.ts'
import { BulkSheet } from '../../ui/bulk/sheet.tsx'
import { NextSalesperson } from '../../ui/hand-over.tsx'

type Props = { requests: number[]; close: () => void }

/** Gives many requests to one salesperson, who is told. */
export default function HandOverManySheet({ requests, close }: Props) {
  const say = useSay()
  return (
    <BulkSheet
      title={say(`移交 ${requests.length} 筆加購`, `Hand over ${plural(requests.length, 'request')}`)}
      send={(changed) => say(`移交 ${changed} 筆`, `Hand over ${plural(changed, 'request')}`)}
      bodyOf={(given) => ({ ids: requests, sales_user_id: Number(given('sales_user_id')) })}
      call={handOverAddonRequests}
      idOf={({ addon_request_id }) => addon_request_id}
      nameOf={({ request_number }) => request_number ?? say('已不存在的加購', 'A request that is gone')}
      will={['將移交', 'Will be handed over']}
      done={['已移交', 'Handed over']}
      changes={['requests', 'work']}
      close={close}
    >
      <NextSalesperson />
    </BulkSheet>
  )
}
