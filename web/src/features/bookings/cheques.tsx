import { useQuery } from '@tanstack/react-query'
import { listCheques } from 'guidon-sdk'
import { chequeStatusWords } from 'guidon-sdk/words'
import { allOf } from '../../kit/all-of.ts'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { approvesRefunds, recordsPayments } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import css from './payment-requests.module.css'
import type { Booking } from './queries.ts'

const ReceiveSheet = lazy(() => import('./shared/cheques/receive-sheet.tsx'))

/** The cheques of a booking: what is promised, and from when it counts. */
export default function Cheques({ booking }: { booking: Booking }) {
  const say = useSay()
  const me = useMe()
  const { id, booking_number, contact, balance, taken_cheques } = booking
  const mayRead = recordsPayments(me) || approvesRefunds(me)
  const { data } = useQuery({
    queryKey: ['cheques', { booking: id }],
    queryFn: () => allOf((at) => listCheques(guidon, { booking_id: id, ...at })),
    enabled: mayRead && taken_cheques > 0,
  })
  const cheques = taken_cheques > 0 ? data : []
  const mayTake = recordsPayments(me) && balance > 0
  if (!mayRead || !cheques || (!cheques.length && !mayTake)) return null
  return (
    <Card
      title={say('支票', 'Cheques')}
      aside={
        mayTake && (
          <OpenButton words={['收支票…', 'Take a cheque…']} className="button more">
            {(close) => (
              <ReceiveSheet
                first={{ booking_id: id, booking_number, contact_name: contact.name, balance }}
                close={close}
              />
            )}
          </OpenButton>
        )
      }
    >
      {cheques.length > 0 && (
        <ul className={css.ended}>
          {cheques.map(({ id: cheque, number, drawer_bank, currency, due_on, cleared_on, status, reason, parts }) => (
            <li key={cheque}>
              <b>{price(parts.find(({ booking_id }) => booking_id === id)?.amount ?? 0, currency)}</b>{' '}
              {say(...chequeStatusWords[status])}
              {(status === 'received' || status === 'deposited') &&
                say(
                  `，${shortDay(due_on)}到期，兌現後才算收款`,
                  `; due on ${shortDay(due_on)}, and counts once it has cleared`,
                )}
              {cleared_on && ` ${shortDay(cleared_on)}`}
              {['', `${drawer_bank} ${number}`, reason].filter((text) => text !== null).join('・')}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
