import { useQuery } from '@tanstack/react-query'
import { listReceivingAccountOptions, readBankStatement } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { price } from '../../../kit/money.ts'
import { useSay, type Words } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { FileField } from '../../../ui/forms/file-field.tsx'
import { Choice, Form, type Given } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { bankChanges } from './changes.ts'
import css from './page.module.css'

type Checked = Awaited<ReturnType<typeof readBankStatement>>

const columns: Record<keyof Checked['proposed'] & string, Words> = {
  booked_at: ['入帳日', 'Booked on'],
  credit: ['存入', 'Credit'],
  debit: ['支出', 'Debit'],
  amount: ['金額', 'Amount'],
  direction: ['收支別', 'In or out'],
  virtual_account: ['虛擬帳號', 'Virtual account'],
  last5: ['匯出帳號', 'Account of the payer'],
  payer: ['匯款人', 'Payer'],
  text: ['摘要或備註', 'Text'],
  balance: ['餘額', 'Balance'],
}
type Name = keyof typeof columns
const names = Object.keys(columns) as Name[]

/**
 * Reads a file of a bank: first what would be new, and, once for each bank, which column is what; then it is kept. Another answer is given
 * for a file whose columns were said wrongly.
 */
export default function ReadSheet({ close }: { close: () => void }) {
  const say = useSay()
  const [file, setFile] = useState<File>()
  const [account, setAccount] = useState('')
  const [asksAgain, setAsksAgain] = useState(false)
  const { data: accounts } = useQuery({
    queryKey: ['receiving-accounts', 'options'],
    queryFn: () => listReceivingAccountOptions(guidon),
  })
  const given = { file: file ?? new File([], ''), ...(account && { receiving_account_id: Number(account) }) }
  const check = useWrite({
    send: (mapping: string | undefined, guidon) =>
      readBankStatement(guidon, { ...given, dry_run: true, ...(mapping && { mapping }) }),
    done: () => setAsksAgain(false),
  })
  const mapping = check.variables
  const keep = useWrite({
    send: (_, guidon) => readBankStatement(guidon, { ...given, ...(mapping && { mapping }) }),
    close,
    says: ({ lines_new, unchanged, booked }) => ({
      title: say(`讀入 ${lines_new} 筆`, `${lines_new} lines are new`),
      body: [
        say(`${unchanged} 筆先前已讀過。`, `${unchanged} were there already.`),
        booked > 0 && say(`${booked} 筆已自動入帳。`, `${booked} were recorded at once.`),
      ]
        .filter(Boolean)
        .join('\n'),
    }),
    changes: bankChanges,
  })
  const begin = () => {
    check.reset()
    keep.reset()
    setAsksAgain(false)
  }
  const checked = check.data
  const asks = checked !== undefined && (checked.columns === null || asksAgain)
  const isReady = checked !== undefined && !asks
  return (
    <Sheet title={say('讀入銀行檔案', 'Read a file of the bank')} close={close}>
      <Form
        hasNoDraft
        send={isReady ? say('讀入', 'Read it') : say('檢查檔案', 'Check the file')}
        error={keep.error ?? check.error}
        isPending={check.isPending || keep.isPending}
        isBlocked={isReady && (checked.faults.length > 0 || checked.footer?.agrees === false)}
        submit={(typed) => {
          if (isReady) keep.mutate(undefined)
          else if (file) check.mutate(asks ? mappingOf(typed) : undefined)
        }}
      >
        <FileField
          file={file}
          choose={(chosen) => {
            setFile(chosen)
            begin()
          }}
          label={say('CSV、TXT 或 XLSX', 'CSV, TXT or XLSX')}
          accept=".csv,.txt,.xlsx"
        />
        {accounts && accounts.length > 0 && (
          <Choice
            id="receiving_account_id"
            label={say(...label.receiving_account_id)}
            options={[
              ['', say('同上次', 'As the last time')],
              ...accounts.map((one) => [String(one.value), one.label] as [string, string]),
            ]}
            defaultValue={account}
            onChange={({ currentTarget }) => {
              setAccount(currentTarget.value)
              begin()
            }}
          />
        )}
        {checked && asks && <Questions checked={checked} />}
        {isReady && (
          <>
            <Found checked={checked} />
            <button type="button" className="button plain" onClick={() => setAsksAgain(true)}>
              {say('欄位不對…', 'A column is wrong…')}
            </button>
          </>
        )}
      </Form>
    </Sheet>
  )
}

const mappingOf = (given: Given) =>
  JSON.stringify(Object.fromEntries(names.flatMap((name) => (given(name) ? [[name, given(name)]] : []))))

const Questions = ({ checked: { headings, proposed, columns: known, first_lines } }: { checked: Checked }) => {
  const say = useSay()
  const options = [['', say('沒有這一欄', 'None')], ...headings.filter(Boolean).map((one) => [one, one])] as [
    string,
    string,
  ][]
  return (
    <>
      <p className="small soft">
        {say(
          '第一次讀這種檔案：請確認哪一欄是什麼，之後就不再問。',
          'This is the first file of its kind: say which column is what. It is asked once.',
        )}
      </p>
      <div className={css.first}>
        <table className="table">
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading}>{heading}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first_lines.map((cells) => (
              <tr key={cells.join()}>
                {cells.map((cell, at) => (
                  <td key={headings[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {names.map((name) => (
        <Choice
          key={name}
          id={name}
          label={say(...columns[name])}
          options={options}
          defaultValue={(known ?? proposed)[name] ?? ''}
        />
      ))}
    </>
  )
}

const Found = ({
  checked: { receiving_account, lines_new, unchanged, paid_out, sum, currency, footer, faults },
}: {
  checked: Checked
}) => {
  const say = useSay()
  return (
    <>
      {receiving_account && (
        <p className="small soft">{say(`收款帳戶：${receiving_account}`, `Receiving account: ${receiving_account}`)}</p>
      )}
      <p>
        {say(
          `新的 ${lines_new} 筆，已讀過 ${unchanged} 筆，支出 ${paid_out} 筆；存入合計 ${price(sum, currency)}。`,
          `${lines_new} new, ${unchanged} there already, ${paid_out} paid out; the credits come to ${price(sum, currency)}.`,
        )}
      </p>
      {footer && (
        <p className={footer.agrees ? 'small soft' : 'late'}>
          {footer.agrees
            ? say('與檔案最後的合計相同。', 'The sum at the end of the file agrees.')
            : say(
                `檔案最後的合計是 ${price(footer.sum, currency)}，不相同。`,
                `The file itself says ${price(footer.sum, currency)}, which is another sum.`,
              )}
        </p>
      )}
      {faults.map(({ line, words, words_en }) => (
        <p key={line} className="late small">
          {say(`第 ${line} 列：${words}`, `Line ${line}: ${words_en}`)}
        </p>
      ))}
    </>
  )
}
