import { createTourLeaderFeed, deleteTourLeaderFeed } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { Refused } from '../../ui/refused.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import type { Leader } from './profile/leader.ts'

/** A secret address from which a phone's calendar loads trips, briefings and days off. */
export default function FeedSheet({ leader, close }: { leader: Leader; close: () => void }) {
  const say = useSay()
  const { mutate, data, error, isPending } = useWrite({ send: (_, guidon) => createTourLeaderFeed(guidon, leader.id) })
  return (
    <Sheet title={say('訂閱行事曆', 'Subscribe to the calendar')} close={close}>
      <p>
        {say(
          '手機或電腦的行事曆加入這個網址，就會一直顯示帶團、說明會與休假（不含請假原因）。網址等同鑰匙，不要轉給別人；產生新的，舊的就失效。',
          'Add this address to a calendar app to see trips, briefings and days off (without their reasons). Anyone with the address can see them, so keep it private. A new address replaces the old one.',
        )}
      </p>
      {data && <ShownOnce label={say('行事曆網址', 'Calendar address')} value={data.url} />}
      <Refused error={error} />
      <div className="ways">
        {!data && (
          <button type="button" className="button main" disabled={isPending} onClick={() => mutate()}>
            {say('產生網址', 'Generate an address')}
          </button>
        )}
        <ActButton
          words={['停用網址', 'Disable the address']}
          sure={['確定停用？', 'Disable it?']}
          act={(guidon) => deleteTourLeaderFeed(guidon, leader.id)}
          says={['網址已停用', 'Address disabled']}
          changes={[]}
          close={close}
        />
      </div>
    </Sheet>
  )
}
