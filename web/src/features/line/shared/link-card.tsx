import { createLineLinkOfBooking } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { CodeSheet } from './code-sheet.tsx'
import { LinkState } from './link-state.tsx'

/** Whether the contact of a booking hears its notices on LINE, and the code with which a friend is linked. */
export default function LineLinkCard({ booking }: { booking: number }) {
  const say = useSay()
  return (
    <Card title="LINE">
      <div className="within">
        <LinkState booking={booking}>
          <OpenButton words={['顯示連結代碼…', 'Show the code…']} className="button">
            {(close) => (
              <CodeSheet make={(guidon) => createLineLinkOfBooking(guidon, booking)} close={close}>
                <p className="small soft">
                  {say(
                    '請聯絡人用手機掃描，加入好友後送出代碼；送出的人就會以聯絡人身分收到通知。只出示給聯絡人本人。',
                    'The contact scans it, adds the account as a friend and sends the code. Whoever sends it gets the notices of the contact, so show it to the contact alone.',
                  )}
                </p>
              </CodeSheet>
            )}
          </OpenButton>
        </LinkState>
      </div>
    </Card>
  )
}
