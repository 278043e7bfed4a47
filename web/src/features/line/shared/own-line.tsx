import { createMyLineLink } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { CodeSheet } from './code-sheet.tsx'
import { LinkState } from './link-state.tsx'

/** The way to hear the own notices on LINE. */
export default function OwnLine() {
  const say = useSay()
  return (
    <Card title="LINE">
      <div className="within">
        <p className="soft">
          {say('連結後，短而急的通知會傳到您的 LINE。', 'Once it is linked, short and urgent notices come on LINE.')}
        </p>
        <div className="ways">
          <OpenButton words={['連結 LINE…', 'Link LINE…']} className="button">
            {(close) => (
              <CodeSheet make={(guidon) => createMyLineLink(guidon)} close={close}>
                <LinkState isInSheet />
                <p className="small soft">
                  {say(
                    '用手機掃描，加入好友後送出代碼，通知就會傳到您的 LINE。',
                    'Scan it with your phone, add the account as a friend and send the code: then your notices come on LINE.',
                  )}
                </p>
              </CodeSheet>
            )}
          </OpenButton>
        </div>
      </div>
    </Card>
  )
}
