import { type AddonRequest, approveAddonRequest, declineAddonRequest } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { dayAndTime, shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { changes, type Waiting } from './shared/words.ts'
import { WaitingBadge } from './waiting-badge.tsx'

const DeclineSheet = lazy(() => import('./decline-sheet.tsx'))

type Props = { row: Waiting; request: NonNullable<Waiting['addon_request']> }

/** An add-on whose type needs an approval, with the decision in place. */
export const AddonCard = ({ row, request }: Props) => {
  const say = useSay()
  const { title, title_en, number, subject, about, reason, asker, created_at, possible } = row
  const { quantity, trip, needed_by, estimated_cost, currency } = request
  return (
    <Card title={say(title, title_en)} about={number} aside={<WaitingBadge />}>
      <div className="within">
        <Facts
          facts={[
            [
              say(...label.addon_request),
              <SubjectLink key="request" subject={subject}>
                {about.name}・{number}
              </SubjectLink>,
            ],
            [say(...label.trip), trip.serial],
            [say(...label.quantity), quantity],
            [say(...label.needed_by), needed_by && shortDay(needed_by)],
            [
              say('價格', 'Price'),
              estimated_cost === null
                ? say('核准後由部門報價', 'Quoted by the department once it is approved')
                : price(estimated_cost, currency),
            ],
            [say(...label.reason), reason],
            [
              say(...label.asker),
              `${asker ? nameOf(say, asker) : say('客戶', 'The customer')}・${dayAndTime(created_at)}`,
            ],
          ]}
        />
        {possible.length > 0 && <Ways request={request} />}
      </div>
    </Card>
  )
}

const Ways = ({
  request: { id, version, request_number },
}: {
  request: Pick<AddonRequest, 'id' | 'version' | 'request_number'>
}) => {
  const say = useSay()
  return (
    <div className="ways">
      <ActButton
        words={['核准', 'Approve']}
        sure={['核准後交給部門處理，確定？', 'The department takes it on. Approve?']}
        act={(guidon) => approveAddonRequest(guidon, id, {}, { version })}
        says={['已核准，會通知業務與部門', 'Approved; sales and the department are told']}
        changes={changes}
        about={request_number}
      />
      <OpenButton words={['不核准…', 'Decline…']} about={[request_number, request_number]} className="button">
        {(close) => (
          <DeclineSheet
            of={{ id }}
            decline={(guidon, reason) => declineAddonRequest(guidon, id, { reason }, { version })}
            hint={say('業務、部門與客戶都會看到這個原因。', 'Sales, the department and the customer read this reason.')}
            close={close}
          />
        )}
      </OpenButton>
    </div>
  )
}
