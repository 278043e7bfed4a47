import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type BankLine, listBankLines, matchBankLine, unmatchBankLine } from 'guidon-sdk'
import {
  bankLineReasonWords,
  bankLineSurenessWords,
  bookingStatusWords,
  paymentProviderWords,
  terms,
} from 'guidon-sdk/words'
import { Suspense, useEffect, useRef, useState } from 'react'
import { allOf } from '../../../kit/all-of.ts'
import { guidon } from '../../../kit/api.ts'
import { shortDay } from '../../../kit/days.ts'
import { isTyping } from '../../../kit/keys.ts'
import { lazy } from '../../../kit/lazy.ts'
import { price } from '../../../kit/money.ts'
import { type Say, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { type Candidate, likely } from './candidates.ts'
import { bankChanges } from './changes.ts'
import { Debits } from './debits.tsx'
import css from './page.module.css'

const ReadSheet = lazy(() => import('./read-sheet.tsx'))
const FilesSheet = lazy(() => import('./files-sheet.tsx'))
const MatchSheet = lazy(() => import('./match-sheet.tsx'))
const SettleSheet = lazy(() => import('./settle-sheet.tsx'))
const IgnoreSheet = lazy(() => import('./ignore-sheet.tsx'))

const groups = ['sure', 'suggested', 'unknown'] as const
type Open =
  | 'file'
  | 'files'
  | { matched: BankLine; candidate: Candidate | undefined }
  | { ignored: BankLine }
  | { settled: BankLine }

/**
 * Money that came in by a bank, by how sure it is whose it is. The arrows go from line to line, and Enter presses the first button of a
 * line, so that a day is settled without the mouse.
 */
export default function Bank() {
  const say = useSay()
  const [open, setOpen] = useState<Open>()
  const list = useRef<HTMLDivElement>(null)
  const { data } = useQuery({
    queryKey: ['bank-lines', 'new'],
    queryFn: () => allOf((at) => listBankLines(guidon, { state: 'new', sort: 'booked_on', ...at })),
  })
  const { book, undo, sent } = useBooking()
  const lines = data?.filter(({ id }) => !sent.has(id))
  const press = useKeys(list, undo)
  useBeginAt(list, lines !== undefined)
  if (!lines) return <Loading />
  return (
    <>
      <div className={css.head}>
        <p className={`small soft ${css.keys}`}>
          {say(
            '↑ ↓ 移動，Enter 入帳第一個建議，Z 復原上一筆。',
            '↑ ↓ move, Enter records the first suggestion, Z takes the last one back.',
          )}
        </p>
        <div className={css.acts}>
          <button type="button" className="button" onClick={() => setOpen('files')}>
            {say('讀過的檔案…', 'Files read…')}
          </button>
          <button type="button" className="button main" onClick={() => setOpen('file')}>
            {say('讀入銀行檔案…', 'Read a file of the bank…')}
          </button>
        </div>
      </div>
      {lines.length === 0 && <Empty why="done">{say('沒有待處理的入帳', 'Nothing is to be dealt with')}</Empty>}
      <div className={css.groups} ref={list}>
        {lines.length > 0 &&
          groups.map((group) => {
            const among = lines.filter(({ sureness }) => sureness === group)
            return (
              <Card key={group} title={say(...bankLineSurenessWords[group])} count={among.length}>
                <ul className={css.lines}>
                  {among.map((line) => (
                    <Line
                      key={line.id}
                      line={line}
                      book={(candidate) => {
                        press(line.id)
                        book({ line, booking_id: candidate.booking_id })
                      }}
                      choose={(candidate) => setOpen({ matched: line, candidate })}
                      settle={() => setOpen({ settled: line })}
                      ignore={() => setOpen({ ignored: line })}
                    />
                  ))}
                </ul>
              </Card>
            )
          })}
      </div>
      <Debits />
      <Suspense>
        {open === 'file' && <ReadSheet close={() => setOpen(undefined)} />}
        {open === 'files' && <FilesSheet close={() => setOpen(undefined)} />}
        {typeof open === 'object' && 'matched' in open && (
          <MatchSheet line={open.matched} first={open.candidate} close={() => setOpen(undefined)} />
        )}
        {typeof open === 'object' && 'settled' in open && (
          <SettleSheet line={open.settled} close={() => setOpen(undefined)} />
        )}
        {typeof open === 'object' && 'ignored' in open && (
          <IgnoreSheet line={open.ignored} close={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  )
}

type Sent = { line: BankLine; booking_id: number }

/** Records a line as a payment of a booking. The line leaves the page with the press, and comes back if the service refuses. */
const useBooking = () => {
  const say = useSay()
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set())
  const last = useRef<BankLine[]>([])
  // A line that is taken back before the service has answered is taken back as soon as it has.
  const [onTheirWay, toUndo] = [useRef(new Set<number>()), useRef(new Set<number>())]
  const show = (id: number) => setSent((before) => new Set([...before].filter((each) => each !== id)))
  const undoing = useWrite({
    send: (line: BankLine, guidon) =>
      unmatchBankLine(guidon, line.id, { reason: say('入帳後立即復原', 'Undone right after it was recorded') }),
    says: ['已復原', 'Undone'],
    done: (_, line) => show(line.id),
    tellsRefusal: true,
    changes: bankChanges,
    of: ({ id }) => id,
  })
  const undo = (line = last.current.at(-1)) => {
    if (!line) return
    last.current = last.current.filter(({ id }) => id !== line.id)
    if (onTheirWay.current.has(line.id)) toUndo.current.add(line.id)
    else undoing.mutate(line)
  }
  const booking = useWrite({
    send: ({ line, booking_id }: Sent, guidon) =>
      matchBankLine(guidon, line.id, { bookings: [{ booking_id, amount: line.open_amount }] }),
    says: ({ payments }, { line }) => ({
      title: say('已入帳', 'Recorded'),
      body: payments.map(({ booking_number, contact_name }) => `${booking_number} ${contact_name}`).join('\n'),
      action: { words: say('復原', 'Undo'), act: () => undo(line), seconds: terms.undo.count },
    }),
    done: (_, { line }) => {
      onTheirWay.current.delete(line.id)
      if (toUndo.current.delete(line.id)) undoing.mutate(line)
    },
    failed: (_, { line }) => {
      onTheirWay.current.delete(line.id)
      toUndo.current.delete(line.id)
      last.current = last.current.filter(({ id }) => id !== line.id)
      show(line.id)
    },
    tellsRefusal: true,
    changes: bankChanges,
    of: ({ line }) => line.id,
  })
  const book = (one: Sent) => {
    setSent((before) => new Set(before).add(one.line.id))
    last.current = [...last.current, one.line]
    onTheirWay.current.add(one.line.id)
    booking.mutate(one)
  }
  return { book, undo, sent }
}

/** The arrows go from line to line. A line that leaves hands the focus to the next one. */
const useKeys = (list: { current: HTMLDivElement | null }, undo: () => void) => {
  const [next, setNext] = useState<number>()
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const idOf = (button: HTMLElement | undefined) => Number(button?.dataset.line)
  useEffect(() => {
    if (next === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus()
    setNext(undefined)
  }, [next, list])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || isTyping(event) || document.querySelector('dialog[open]')) return
      if (key === 'z') return undo()
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (!step) return
      const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
      const at = all.findIndex((button) => button.closest('li')?.contains(document.activeElement))
      event.preventDefault()
      all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + step))]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return (line: number) => {
    const all = buttons()
    const at = all.findIndex((button) => idOf(button) === line)
    const beside = all[at + 1] ?? all[at - 1]
    if (beside) setNext(idOf(beside))
  }
}

/** The page begins at the line that its address names. */
const useBeginAt = (list: { current: HTMLDivElement | null }, isRead: boolean) => {
  const { line } = useSearch({ from: '/signed-in/money' })
  useEffect(() => {
    if (isRead && line !== undefined) list.current?.querySelector<HTMLElement>(`[data-line="${line}"]`)?.focus()
  }, [list, line, isRead])
}

type LineProps = {
  line: BankLine
  book: (candidate: Candidate) => void
  choose: (candidate?: Candidate) => void
  settle: () => void
  ignore: () => void
}

/** A line with whom it may be from. More than is owed, and what is left of a line, is looked at before it is recorded. */
const Line = ({ line, book, choose, settle, ignore }: LineProps) => {
  const say = useSay()
  const { id, amount, open_amount, currency, booked_on, payer_text, virtual_account, last_five, is_tied, sureness } =
    line
  const { lump, may_be_lump } = line
  const candidates = line.candidates.slice(0, SHOWN)
  const first = likely(line)
  const isPart = open_amount < amount
  const isLump = lump !== null && candidates.length === 0
  const press = (candidate: Candidate) =>
    isPart || candidate.balance < open_amount ? choose(candidate) : book(candidate)
  return (
    <li>
      <p>
        <b>{price(open_amount, currency)}</b> <span className="soft">{shortDay(booked_on)}</span>
        {isPart && (
          <span className={`sub ${css.below}`}>
            {say(`原 ${price(amount, currency)}，其餘已入帳`, `of ${price(amount, currency)}; the rest is recorded`)}
          </span>
        )}
        <span className={`sub ${css.below}`}>
          {[payer_text, virtual_account, last_five && `…${last_five}`].filter(Boolean).join('・')}
        </span>
      </p>
      {is_tied && <p className="small soft">{say('有兩筆一樣可能，請選一筆：', 'Two are as likely. Choose one:')}</p>}
      {lump && (
        <button type="button" className="button worded" {...(isLump && { 'data-line': id })} onClick={settle}>
          {say(`${paymentProviderWords[lump.provider][0]}的撥款`, `Lump of ${paymentProviderWords[lump.provider][1]}`)}
          <span className="sub">{daysOf(say, lump)}</span>
          <span className="sub">{feeIn(say, lump, currency)}</span>
        </button>
      )}
      {candidates.map((candidate, nth) => (
        <button
          key={candidate.booking_id}
          type="button"
          className={`button worded ${candidate === first && sureness === 'sure' ? 'main' : ''}`}
          {...(nth === 0 && first && { 'data-line': id })}
          onClick={() => press(candidate)}
        >
          {candidate.booking_number} {candidate.contact_name}
          <span className="sub">{whyOf(say, candidate, line)}</span>
        </button>
      ))}
      <div className={css.acts}>
        <button
          type="button"
          className="button"
          {...(!first && !isLump && { 'data-line': id })}
          onClick={() => choose()}
        >
          {candidates.length > 0 ? say('其他訂單…', 'Another booking…') : say('選訂單…', 'Choose a booking…')}
        </button>
        {may_be_lump && !lump && sureness !== 'sure' && (
          <button type="button" className="button plain" onClick={settle}>
            {say('金流撥款…', 'Lump of a provider…')}
          </button>
        )}
        <button type="button" className="button plain" onClick={ignore}>
          {say('不入帳…', 'No payment…')}
        </button>
      </div>
    </li>
  )
}
const SHOWN = 3

type Lump = NonNullable<BankLine['lump']>

/** `12/1 至 12/7 的 12 筆` */
const daysOf = (say: Say, { from_day, to_day, payments }: Lump) => {
  const [first, last] = [shortDay(from_day), shortDay(to_day)]
  return from_day === to_day
    ? say(`${first}的 ${payments} 筆`, `${payments} of ${first}`)
    : say(`${first}至 ${last}的 ${payments} 筆`, `${payments} from ${first} to ${last}`)
}
const feeIn = (say: Say, { gross, fee }: Lump, currency: string) =>
  say(
    `合計 ${price(gross, currency)}，手續費 ${price(fee, currency)}`,
    `${price(gross, currency)} in all, the fee is ${price(fee, currency)}`,
  )

/** `姓名相同、等於訂金・保留中・未付 NT$30,000` */
const whyOf = (say: Say, { reasons, status, balance }: Candidate, { open_amount: amount, currency }: BankLine) =>
  [
    reasons.map((reason) => say(...bankLineReasonWords[reason])).join(say('、', ', ')),
    status !== 'confirmed' && say(...bookingStatusWords[status]),
    balance !== amount && say(`未付 ${price(balance, currency)}`, `owes ${price(balance, currency)}`),
    balance < amount && say(`多 ${price(amount - balance, currency)}`, `${price(amount - balance, currency)} more`),
  ]
    .filter(Boolean)
    .join('・')
