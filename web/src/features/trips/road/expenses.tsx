import { approveExpense, detachExpensePhoto } from 'guidon-sdk'
import { expenseKindWords, paidFromWords, tripExpenseStatusWords } from 'guidon-sdk/words'
import Receipt from '~icons/lucide/receipt'
import { shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { price } from '../../../kit/money.ts'
import { nameOf, useSay, type Words } from '../../../kit/words.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { type Expense, roadChanges } from './parts.ts'
import css from './road.module.css'

const ApproveSheet = lazy(() => import('./approve-sheet.tsx'))
const DecideSheet = lazy(() => import('./decide-sheet.tsx'))

const hues: Record<Expense['status'], string> = {
  entered: 'near',
  questioned: 'missing',
  approved: 'go',
  refused: 'quiet',
}

/** What leaders have spent, with photographs; what waits is first. */
export const Expenses = ({ expenses }: { expenses: Expense[] }) => {
  const say = useSay()
  const waiting = expenses.filter(({ status }) => status === 'entered' || status === 'questioned')
  const decided = expenses.filter(({ status }) => status === 'approved' || status === 'refused')
  return (
    <Card title={say('領隊支出', 'Expenses of the leader')} count={waiting.length || undefined} anchor="expenses">
      {expenses.length === 0 && <Empty icon={Receipt}>{say('還沒有支出', 'Nothing is spent yet')}</Empty>}
      <ul className={css.entries}>
        {[...waiting, ...decided].map((expense) => (
          <OneExpense key={expense.id} expense={expense} />
        ))}
      </ul>
    </Card>
  )
}

const OneExpense = ({ expense }: { expense: Expense }) => {
  const say = useSay()
  const { day, kind, amount, currency, booked, rate, paid_from, description, voucher_number, no_voucher_reason } =
    expense
  const { status, reason, decider, attachments, same_photo, leader } = expense
  const isForeign = rate !== 1
  return (
    <li>
      <p className={css.line}>
        <b>{description ?? say(...expenseKindWords[kind])}</b>
        <span className={`badge ${hues[status]}`}>{say(...tripExpenseStatusWords[status])}</span>
        <b>{price(amount, currency)}</b>
      </p>
      <p className="small soft">
        {shortDay(day)}・{say(...expenseKindWords[kind])}・{say(...paidFromWords[paid_from])}・{nameOf(say, leader)}
        {isForeign &&
          (booked === null
            ? `・${say('沒有匯率', 'no rate')}`
            : `・${say(`折合 ${price(booked)}`, `booked as ${price(booked)}`)}`)}
      </p>
      <p className="small">
        {voucher_number
          ? say(`單據 ${voucher_number}`, `Voucher ${voucher_number}`)
          : say(`無單據：${no_voucher_reason}`, `No voucher: ${no_voucher_reason}`)}
      </p>
      {attachments.length > 0 && (
        <div className={css.photos}>
          {attachments.map((photo) => (
            <Photo key={photo.id} expense={expense} photo={photo} />
          ))}
        </div>
      )}
      {same_photo.map(({ id, serial, day, amount, currency }) => (
        <p key={id} className="small late">
          {say(
            `同一張照片也用於 ${serial} ${shortDay(day)} ${price(amount, currency)}`,
            `The same photograph is used for ${serial}, ${shortDay(day)}, ${price(amount, currency)}`,
          )}
        </p>
      ))}
      {reason && decider && (
        <p className="small">
          <span className="soft">{nameOf(say, decider)}　</span>
          {reason}
        </p>
      )}
      <Acts expense={expense} />
    </li>
  )
}

type PhotoProps = { expense: Expense; photo: Expense['attachments'][number] }

/** A photograph, which is taken away while the expense is not decided. */
const Photo = ({ expense: { id, version, possible }, photo: { id: attachment, name, url } }: PhotoProps) => {
  const say = useSay()
  return (
    <div className={css.photo}>
      <a href={url} target="_blank" rel="noreferrer">
        <img src={url} alt={say(`單據照片 ${name}`, `Photograph ${name}`)} loading="lazy" />
      </a>
      {possible.includes('correct') && (
        <ActButton
          words={['移除', 'Remove']}
          about={name}
          sure={['確定移除？', 'Remove it?']}
          act={(guidon) => detachExpensePhoto(guidon, id, attachment, { version })}
          says={['照片已移除', 'The photograph is removed']}
          changes={roadChanges}
        />
      )}
    </div>
  )
}

const Acts = ({ expense }: { expense: Expense }) => {
  const say = useSay()
  const { id, version, possible, rate, amount, currency, description, kind } = expense
  const called: Words = description ? [description, description] : expenseKindWords[kind]
  if (!possible.some((step) => step !== 'correct')) return null
  return (
    <div className={css.acts}>
      {possible.includes('approve') &&
        (rate === null ? (
          <OpenButton words={['核准…', 'Approve…']} about={called} className="button">
            {(close) => <ApproveSheet expense={expense} close={close} />}
          </OpenButton>
        ) : (
          <ActButton
            words={['核准', 'Approve']}
            about={say(...called)}
            act={(guidon) => approveExpense(guidon, id, {}, { version })}
            says={[`${price(amount, currency)} 已列入團成本`, `${price(amount, currency)} is a cost of the trip`]}
            changes={[...roadChanges, 'money']}
          />
        ))}
      {possible.includes('question') && (
        <OpenButton words={['請領隊說明…', 'Ask the leader…']} about={called} className="button">
          {(close) => <DecideSheet expense={expense} step="question" close={close} />}
        </OpenButton>
      )}
      {possible.includes('refuse') && (
        <OpenButton words={['退回…', 'Refuse…']} about={called} className="button">
          {(close) => <DecideSheet expense={expense} step="refuse" close={close} />}
        </OpenButton>
      )}
    </div>
  )
}
