import { closePlannedTripLeaderAccount } from 'guidon-sdk'
import Wallet from '~icons/lucide/wallet'
import { shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { approvesExpenses } from '../../../kit/roles.ts'
import { nameOf, plural, useSay } from '../../../kit/words.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import type { Trip } from '../queries.ts'
import { type Account, type Advance, roadChanges } from './parts.ts'
import css from './road.module.css'

const AdvanceSheet = lazy(() => import('./advance-sheet.tsx'))
const ReopenSheet = lazy(() => import('./reopen-sheet.tsx'))

type Props = { trip: Trip; accounts: Account[]; advances: Advance[] }

/** What leaders were given, what was approved of their expenses, and what they return. */
export const Accounts = ({ trip, accounts, advances }: Props) => {
  const say = useSay()
  const mayWrite = approvesExpenses(useMe())
  return (
    <Card
      title={say('領隊帳', 'Account of the leader')}
      aside={
        mayWrite && (
          <OpenButton words={['登錄預付款…', 'Record an advance…']}>
            {(close) => <AdvanceSheet trip={trip.id} advance={undefined} close={close} />}
          </OpenButton>
        )
      }
    >
      {accounts.length === 0 && <Empty icon={Wallet}>{say('還沒有領隊', 'There is no leader yet')}</Empty>}
      <ul className={css.entries}>
        {accounts.map((account) => (
          <OneAccount
            key={account.leader.id}
            trip={trip}
            account={account}
            advances={advances.filter(({ tour_leader_id }) => tour_leader_id === account.leader.id)}
            mayWrite={mayWrite}
          />
        ))}
      </ul>
    </Card>
  )
}

type One = { trip: Trip; account: Account; advances: Advance[]; mayWrite: boolean }
const OneAccount = ({ trip, account, advances, mayWrite }: One) => {
  const say = useSay()
  const { leader, is_closed, reason, decided_at, decider, waiting, lines } = account
  const tour_leader_id = leader.id
  return (
    <li>
      <p className={css.line}>
        <b>{nameOf(say, leader)}</b>
        <span className={`badge ${is_closed ? 'go' : 'quiet'}`}>
          {is_closed ? say('已結帳', 'Closed') : say('未結帳', 'Open')}
        </span>
      </p>
      {lines.map((line) => (
        <dl key={line.currency} className="facts sums">
          <Sum words={say('預付', 'Advanced')} amount={line.advanced} currency={line.currency} />
          <Sum words={say('由預付款支付', 'Spent of it')} amount={line.spent} currency={line.currency} />
          <Sum words={say('領隊代墊', 'Paid by the leader')} amount={line.own} currency={line.currency} />
          <Sum words={say('已繳回', 'Returned')} amount={line.returned} currency={line.currency} />
          <div className="total">
            <dt>{line.to_return < 0 ? say('應付領隊', 'The leader gets') : say('應繳回', 'To return')}</dt>
            <dd>{price(Math.abs(line.to_return), line.currency)}</dd>
          </div>
        </dl>
      ))}
      {waiting > 0 && (
        <p className="small soft">
          {say(
            `${waiting} 筆支出等待核准或說明，決定後才能結帳。`,
            `${plural(waiting, 'expense')} must be decided before the account is closed.`,
          )}
        </p>
      )}
      {reason && decider && decided_at && (
        <p className="small soft">
          {shortDay(decided_at)} {nameOf(say, decider)}：{reason}
        </p>
      )}
      {advances.map((advance) => (
        <p key={advance.id} className={`${css.line} small`}>
          <span>
            {shortDay(advance.given_on)} {price(advance.amount, advance.currency)}
            {advance.note && `・${advance.note}`}
            {advance.returned !== null &&
              say(
                `・繳回 ${price(advance.returned, advance.currency)}`,
                `, returned ${price(advance.returned, advance.currency)}`,
              )}
          </span>
          {mayWrite && !is_closed && (
            <OpenButton
              words={['修改…', 'Change…']}
              about={[price(advance.amount, advance.currency), price(advance.amount, advance.currency)]}
              className="button plain"
            >
              {(close) => <AdvanceSheet trip={trip.id} advance={advance} close={close} />}
            </OpenButton>
          )}
        </p>
      ))}
      {mayWrite && (
        <div className={css.acts}>
          {is_closed ? (
            <OpenButton words={['重新開帳…', 'Open again…']} about={[leader.name, leader.name]} className="button">
              {(close) => <ReopenSheet trip={trip.id} leader={tour_leader_id} close={close} />}
            </OpenButton>
          ) : (
            <ActButton
              words={['結帳', 'Close the account']}
              about={nameOf(say, leader)}
              sure={['確定結帳？', 'Close it?']}
              act={(guidon) => closePlannedTripLeaderAccount(guidon, trip.id, { tour_leader_id })}
              says={['領隊帳已結', 'The account is closed']}
              changes={roadChanges}
            />
          )}
        </div>
      )}
    </li>
  )
}

const Sum = ({ words, amount, currency }: { words: string; amount: number; currency: string }) =>
  amount === 0 ? null : (
    <div>
      <dt>{words}</dt>
      <dd>{price(amount, currency)}</dd>
    </div>
  )
