import { remindOfAddonOffers } from 'guidon-sdk'
import { plural, useSay } from '../../kit/words.ts'
import { BulkSheet } from '../../ui/bulk/sheet.tsx'

type Props = { requests: number[]; close: () => void }

/** Mails customers the offers that wait for their answer once more. */
export default function RemindManySheet({ requests, close }: Props) {
  const say = useSay()
  return (
    <BulkSheet
      title={say(
        `提醒 ${requests.length} 筆加購的客戶`,
        `Remind the customers of ${plural(requests.length, 'request')}`,
      )}
      send={(changed) => say(`提醒 ${changed} 筆`, `Remind of ${plural(changed, 'request')}`)}
      bodyOf={() => ({ ids: requests })}
      call={remindOfAddonOffers}
      idOf={({ addon_request_id }) => addon_request_id}
      nameOf={({ request_number }) => request_number ?? say('已不存在的加購', 'A request that is gone')}
      will={['將寄出', 'Will be mailed']}
      done={['報價將再寄給客戶', 'The offers are on their way again']}
      changes={['requests']}
      close={close}
    >
      <p className="soft">
        {say(
          '客戶會再收到一次報價與回覆的連結；沒有等客戶回覆的不寄。',
          'The customers get the offer and the link to answer it once more. Requests that do not wait for a customer get nothing.',
        )}
      </p>
    </BulkSheet>
  )
}
