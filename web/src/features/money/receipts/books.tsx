import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listReceiptBookNumbers, type ReceiptBookNumber, spoilReceiptNumber, unspoilReceiptNumber } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../../kit/api.ts'
import { useMe } from '../../../kit/me.ts'
import { recordsRefunds } from '../../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import css from '../cash/page.module.css'

const changes = ['receipt-books', 'legal-receipts']

/** The books of printed receipts: who holds which numbers, the next one, what was passed over and what is spoiled. */
export default function Books() {
  const say = useSay()
  const mayWrite = recordsRefunds(useMe())
  const { data } = useQuery({ queryKey: ['receipt-books', 'numbers'], queryFn: () => listReceiptBookNumbers(guidon) })
  if (!data) return <Loading />
  return (
    <Card
      title={say('收據本', 'Books of receipts')}
      aside={
        mayWrite && (
          <Link className="button more" to="/reference" search={{ kind: 'receipt-books' }}>
            {say('登錄或交接收據本', 'Enter or hand over a book')}
          </Link>
        )
      }
    >
      {data.length === 0 && (
        <Empty>
          {say(
            '還沒有登錄收據本；登錄後，紙本收據會帶出下一號，並檢查號碼。',
            'No book is entered. Once there is one, receipts on paper get its next number, and numbers are checked.',
          )}
        </Empty>
      )}
      {data.length > 0 && (
        <table className="table as-cards">
          <thead>
            <tr>
              <th>{say('號碼', 'Numbers')}</th>
              <th>{say(...label.holder_id)}</th>
              <th className="number">{say(...label.used)}</th>
              <th className="number">{say(...label.left)}</th>
              <th>{say(...label.next)}</th>
              <th>{gapsWords(say)}</th>
              <th className="number">{say('處理', 'Acts')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((book) => (
              <Row key={book.id} book={book} mayWrite={mayWrite} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

const gapsWords = (say: Say) => say('跳號與註銷', 'Gaps and spoiled')

const Row = ({ book, mayWrite }: { book: ReceiptBookNumber; mayWrite: boolean }) => {
  const say = useSay()
  const { id, first_number, last_number, notes, holder, used, left, next, gaps, spoiled } = book
  return (
    <tr>
      <td>
        {first_number}–{last_number}
        {notes && <span className="sub">{notes}</span>}
      </td>
      <td data-label={say(...label.holder_id)}>
        {holder ? nameOf(say, holder) : <span className="soft">{say('無', 'Nobody')}</span>}
      </td>
      <td className="number" data-label={say(...label.used)}>
        {used}
      </td>
      <td className="number" data-label={say(...label.left)}>
        {left}
      </td>
      <td data-label={say(...label.next)}>{next ?? say('已用完', 'Used up')}</td>
      <td data-label={gapsWords(say)}>
        {gaps.length > 0 && (
          <span className="sub late">{say(`跳號 ${gaps.join('、')}`, `Gaps ${gaps.join(', ')}`)}</span>
        )}
        {spoiled.map(({ number, reason, by }) => (
          <span key={number} className="sub">
            {[number, reason, by].filter(Boolean).join('・')}{' '}
            {mayWrite && (
              <ActButton
                words={['取消註銷', 'Not spoiled']}
                about={number}
                act={(service) => unspoilReceiptNumber(service, id, { number })}
                says={['號碼可以再使用', 'The number can be used again']}
                changes={changes}
              />
            )}
          </span>
        ))}
        {gaps.length + spoiled.length === 0 && <span className="soft">{say('無', 'None')}</span>}
      </td>
      <td className="number" data-label="">
        <span className={css.rowActs}>
          {mayWrite && (
            <OpenButton
              words={['註銷號碼…', 'Spoil a number…']}
              about={[first_number, first_number]}
              className="button"
            >
              {(close) => <SpoilSheet book={book} close={close} />}
            </OpenButton>
          )}
        </span>
      </td>
    </tr>
  )
}

const SpoilSheet = ({
  book: { id, first_number, last_number, gaps, next },
  close,
}: {
  book: ReceiptBookNumber
  close: () => void
}) => {
  const say = useSay()
  const spoiling = useWrite({
    send: (body: Parameters<typeof spoilReceiptNumber>[2], service) => spoilReceiptNumber(service, id, body),
    says: ['號碼已註銷', 'The number is spoiled'],
    changes,
    close,
  })
  return (
    <Sheet title={say('註銷收據號碼', 'Spoil a number')} close={close}>
      <Form
        of={{ id }}
        hasNoDraft
        send={say('註銷', 'Spoil it')}
        error={spoiling.error}
        isPending={spoiling.isPending}
        submit={(given) => spoiling.mutate({ number: given('number'), reason: given('reason') })}
      >
        <Field
          id="number"
          label={say('收據號碼', 'Number of the receipt')}
          hint={`${first_number}–${last_number}`}
          defaultValue={gaps[0] ?? next ?? ''}
          required
        />
        <Field
          id="reason"
          label={say(...label.reason)}
          hint={say('例：寫錯金額。請將作廢聯訂回收據本。', 'Such as: a wrong amount. Keep the form in the book.')}
          required
        />
      </Form>
    </Sheet>
  )
}
