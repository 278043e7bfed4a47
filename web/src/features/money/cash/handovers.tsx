import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type CashHandover, listCashHandovers, refuseCash, takeCash, withdrawCash } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { cashHandoverStatusWords } from 'guidon-sdk/words'
import { guidon } from '../../../kit/api.ts'
import { dayAndTime } from '../../../kit/days.ts'
import { price } from '../../../kit/money.ts'
import { usePageSize } from '../../../kit/page-size.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export/button.tsx'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { FilterBar } from '../../../ui/lists/filter-bar.tsx'
import { ListCard } from '../../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../../ui/lists/list-table.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { lists } from './lists.ts'
import css from './page.module.css'

/** How cash has passed on, newest first; what waits is taken or refused here. */
export const Handovers = () => {
  const say = useSay()
  const { cash, page: at } = useSearch({ from: '/signed-in/money' })
  const asked = cash === 'waiting' ? ({ status: cash } as const) : {}
  const query = { ...asked, per_page: usePageSize(), ...(at && { page: at }) }
  const { data: page } = useQuery({
    queryKey: ['cash', 'handovers', query],
    queryFn: () => listCashHandovers(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar search={{ cash }} filters={[lists]}>
        <ExportButton
          path="/api/cash/handovers"
          words={['現金交接', 'Handovers of cash']}
          asked={asked}
          columns={() => import('guidon-sdk/columns/cash-handovers')}
        />
      </FilterBar>
      <ListCard
        label={say('現金交接', 'Handovers of cash')}
        page={page}
        empty={<Empty why="done">{say('還沒有現金交接', 'No cash was handed over yet')}</Empty>}
      >
        {(rows) => (
          <ListTable columns={columns} rows={rows}>
            {(row) => <Row key={row.id} row={row} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

const columns: Column[] = [
  { words: label.created_at },
  { words: ['交出 → 點收', 'From → to'] },
  { words: label.status },
  { words: label.amount, isNumber: true },
  { words: ['處理', 'Acts'], isNumber: true },
]

const Row = ({ row }: { row: CashHandover }) => {
  const say = useSay()
  const {
    created_at,
    from_user,
    to_user,
    receiving_account,
    reference,
    note,
    status,
    decider,
    refuse_reason,
    amount,
    currency,
  } = row
  const to = receiving_account ? receiving_account.name : to_user && nameOf(say, to_user)
  return (
    <tr>
      <td>{dayAndTime(created_at)}</td>
      <td>
        {nameOf(say, from_user)} → {to}
        <span className="sub">{[reference, note].filter(Boolean).join('・')}</span>
      </td>
      <td>
        {say(...cashHandoverStatusWords[status])}
        <span className="sub">{[decider && nameOf(say, decider), refuse_reason].filter(Boolean).join('・')}</span>
      </td>
      <td className="number">
        <b>{price(amount, currency)}</b>
      </td>
      <td className="number">
        <Acts row={row} />
      </td>
    </tr>
  )
}

const Acts = ({ row: { id, version, possible, amount, currency } }: { row: CashHandover }) => {
  const about = price(amount, currency)
  const changes = ['cash', 'notifications']
  return (
    <span className={css.rowActs}>
      {possible.includes('take') && (
        <ActButton
          words={['點收', 'Take']}
          about={about}
          isMain
          act={(of) => takeCash(of, id, { version })}
          says={['已點收', 'Taken']}
          changes={changes}
        />
      )}
      {possible.includes('refuse') && (
        <OpenButton words={['退回…', 'Refuse…']} about={[about, about]} className="button">
          {(close) => <RefuseSheet id={id} close={close} />}
        </OpenButton>
      )}
      {possible.includes('withdraw') && (
        <ActButton
          words={['收回', 'Take back']}
          about={about}
          act={(of) => withdrawCash(of, id, { version })}
          says={['已收回', 'Taken back']}
          changes={changes}
        />
      )}
    </span>
  )
}

const RefuseSheet = ({ id, close }: { id: number; close: () => void }) => {
  const say = useSay()
  const refusing = useWrite({
    send: (reason: string, of) => refuseCash(of, id, { reason }),
    says: ['已退回，現金仍在對方手上', 'Refused; the cash stays where it was'],
    changes: ['cash', 'notifications'],
    close,
  })
  return (
    <Sheet title={say('退回現金', 'Refuse the cash')} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('退回', 'Refuse')}
        sending={refusing}
        id="refuse-reason"
        label={say('退回原因', 'Why it is refused')}
        hint={say('對方會看到這句話。例：金額不符，少 1,000 元。', 'Your colleague reads this, such as: 1,000 less.')}
      />
    </Sheet>
  )
}
