import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { emit } from '../../../kit/events.ts'
import type { JobTools } from '../../../kit/jobs/jobs.ts'
import { accountOf } from '../../receipt-platform/keys.ts'
import { keepSurplus, platformSettings } from '../../receipt-platform/platform.ts'
import {
  allowanceCall,
  allowancesCall,
  decideCall,
  type Issued,
  isSuccess,
  type Order,
  resendCall,
  searchCall,
  stateIn,
  voidCall,
} from '../../receipt-platform/protocol.ts'
import { askForOrder, issue, type Outcome, type Platform, refusedOrSilent, tell } from '../../receipt-platform/tell.ts'
import { receiptAccount } from '../gate.ts'
import { lockedReceipt } from '../give-back.ts'
import { writtenItems } from '../receipt.ts'
import { claimed, dueSending, ended, environmentOf, type Sending, toSend } from './sendings.ts'

/** The platform is told of so many acts by one run; the next one follows within a minute. */
const AT_ONCE = 20

/**
 * Tells the platform what is asked of receipts, one act after the other. Whoever has sent an act without hearing the answer asks what became of it
 * before it is sent again, so that nothing is issued twice, whatever is lost or killed on the way.
 */
export async function sendReceipts(_nothing: object, tools: JobTools) {
  for (let sent = 0; sent < AT_ONCE; sent += 1) {
    const due = await dueSending(tools.database.db, {})
    if (!due || (await sendOne(due, tools)) === 'silent') return
  }
}

const sendOne = async (due: Sending, tools: JobTools) => {
  const { database } = tools
  const settings = await platformSettings(database.db)
  const issuedIn = due.act === 'issue' ? undefined : await environmentOf(database.db, { id: due.legal_receipt_id })
  const environment = due.environment ?? issuedIn?.environment ?? settings.environment
  const known = await accountOf(database.db, tools.keys, environment)
  if (!known) return 'silent'
  const taken = await database.transaction({}, async (tx) => {
    const receipt = await lockedReceipt(tx, due.legal_receipt_id)
    const sent_at = await claimed(tx, due, environment)
    if (!sent_at) return undefined
    const order_no = due.act === 'issue' ? await numbered(tx, receipt, due) : receipt.order_no
    return { sent_at, receipt: { ...receipt, order_no } }
  })
  if (!taken) return 'taken'
  const { sent_at, receipt } = taken
  const platform: Platform = { ...tools, environment, account: known.account }
  const act = acts[due.act]
  const told: Told = {
    ...{ platform, due, receipt, wasSent: due.attempts > 0, at: new Date(sent_at) },
    ...(await detailsOf(database.db, due)),
    fallback_email: settings.fallback_email ?? '',
  }
  const outcome = await act(told)
  if (outcome === 'silent') return 'silent'
  await database.transaction({}, async (tx) => {
    const now = await lockedReceipt(tx, due.legal_receipt_id)
    if (!(await ended(tx, due.id, sent_at, 'done' in outcome ? 'done' : 'refused'))) return
    await ('done' in outcome ? outcome.done(tx, now) : refused[due.act](tx, now, told, outcome.refused))
  })
  return 'answered'
}

type Receipt = Awaited<ReturnType<typeof lockedReceipt>>

/** The order number of a try. The answer to a try that was lost is asked for under its number; only after a refusal there is another one. */
const numbered = async (tx: Tx, { id, order_no, tries }: Receipt, { attempts }: Sending) => {
  if (attempts > 0) return order_no
  const next = `G${id}_${tries + 1}`
  await tx
    .updateTable('legal_receipts')
    .set({ order_no: next, tries: tries + 1, error: null })
    .where('id', '=', id)
    .execute()
  return next
}

type Details = { tour: Order['tour']; allowance: Allowance | undefined; others: readonly string[] }
type Allowance = {
  id: number
  booking_id: number
  amount: number
  items: Order['items']
  platform_no: string | null
  status: string
  days: { from: string; until: string }
}
type Told = Details & {
  platform: Platform
  due: Sending
  receipt: Receipt
  /** It was sent before, and no answer came. */
  wasSent: boolean
  at: Date
  fallback_email: string
}

const detailsOf = async (db: Db, { legal_receipt_id, allowance_id }: Sending): Promise<Details> => {
  const { rows: tours } = await sql<NonNullable<Order['tour']>>`
    select t.name, t.serial as number, t.departure_date::text as date from legal_receipt_bookings p join planned_trips t on t.id = p.planned_trip_id
     where p.legal_receipt_id = ${legal_receipt_id} order by p.booking_id limit 1`.execute(db)
  const { rows: allowances } = await sql<Allowance>`
    select id, booking_id, amount, items, platform_no, status,
           json_build_object('from', (created_at - interval '1 day')::date::text, 'until', (created_at + interval '2 days')::date::text) as days
      from legal_receipt_allowances where id = ${allowance_id}`.execute(db)
  const { rows: others } = await sql<{ platform_no: string }>`
    select platform_no from legal_receipt_allowances where legal_receipt_id = ${legal_receipt_id} and platform_no is not null`.execute(
    db,
  )
  return { tour: tours[0] ?? null, allowance: allowances[0], others: others.map(({ platform_no }) => platform_no) }
}

/** What is written once the platform has answered. */
type Write = (tx: Tx, receipt: Receipt) => Promise<unknown>
type Act = (told: Told) => Promise<Outcome<Write>>

const issueIt: Act = async ({ platform, receipt, tour, wasSent, at, fallback_email }) => {
  const order: Order = {
    order_no: receipt.order_no ?? '',
    buyer: {
      name: receipt.buyer_name,
      ubn: receipt.buyer_kind === 'company' ? receipt.buyer_ubn : null,
      email: receipt.buyer_email ?? fallback_email,
      address: receipt.buyer_address,
    },
    ...{
      seller_name: receipt.seller_name,
      amount: receipt.amount,
      items: receipt.items,
      comment: receipt.comment,
      tour,
    },
  }
  const before = wasSent ? await askForOrder(platform, order, at) : 'unknown'
  const outcome = before === 'unknown' ? await issue(platform, order, at) : before
  if (outcome === 'silent' || 'refused' in outcome) return outcome
  return { done: (tx, { id }) => writeIssued(tx, id, platform, outcome.done) }
}

const writeIssued = async (tx: Tx, id: number, { environment }: Platform, issued: Issued) => {
  const { number, trans_no, random_code, display_url, created_at, surplus } = issued
  await keepSurplus(tx, environment, surplus)
  await tx
    .updateTable('legal_receipts')
    .set({
      ...{ status: 'issued', number, error: null },
      platform: sql`${JSON.stringify({ trans_no, random_code, display_url, created_at })}::jsonb`,
      issued_on: sql<string>`(${created_at}::timestamptz at time zone 'Asia/Taipei')::date`,
    })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'legal-receipt.changed', { legal_receipt_id: id, what: 'issued', actor_id: undefined })
}

const voidIt: Act = async (told) => {
  const { platform, receipt, wasSent, at } = told
  const { number, void_reason, seller_name } = receipt
  if (!number) return { done: async () => undefined }
  if (wasSent) {
    const state = await stateOf(told)
    if (typeof state !== 'string' || state === 'silent') return state
    if (state === 'void') return { done: writeVoid }
  }
  const answer = await tell(
    platform,
    voidCall({ number, reason: void_reason ?? '', seller_name }, platform.account, at),
  )
  if (isSuccess(answer) || answer?.status === VOID_ALREADY) return { done: writeVoid }
  return refusedOrSilent(answer)
}
const VOID_ALREADY = 'LIB10005'

/** What a receipt is at the platform now. */
const stateOf = async ({ platform, receipt, at }: Told) => {
  const random_code = receipt.platform?.random_code ?? ''
  const answer = await tell(platform, searchCall({ number: receipt.number ?? '', random_code }, platform.account, at))
  return isSuccess(answer) ? stateIn(answer.fields) : refusedOrSilent(answer)
}

const writeVoid: Write = async (tx, { id, void_reason }) => {
  await tx
    .updateTable('legal_receipts')
    .set({
      ...{ status: 'void', error: null, void_reason: void_reason ?? '平台作廢' },
      voided_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'legal-receipt.changed', { legal_receipt_id: id, what: 'void', actor_id: undefined })
}

const allowIt: Act = async ({ platform, receipt, allowance, others, due, wasSent, at }) => {
  if (allowance?.status !== 'waiting' || allowance.platform_no) return { done: async () => undefined }
  const { number, order_no, seller_name } = receipt
  const { amount, items } = allowance
  const began = (platform_no: string, is_agreed: boolean): Outcome<Write> => ({
    done: (tx) => writeAllowance(tx, allowance, due, { platform_no, error: null }, is_agreed ? 'confirmed' : 'waiting'),
  })
  if (wasSent) {
    const rows = await allowancesAt(platform, allowance, at)
    if (!Array.isArray(rows)) return rows
    const found = rows.find(
      (row) =>
        row.InvoiceNumber === number &&
        Number(row.TotalAmt) === amount &&
        row.AllowStatus !== '2' &&
        !others.includes(row.AllowanceNo ?? ''),
    )
    if (found) return began(found.AllowanceNo ?? '', found.AllowStatus === '1')
  }
  const asked = {
    number: number ?? '',
    order_no: order_no ?? '',
    amount,
    items,
    seller_name,
    is_agreed: due.is_confirmed,
  }
  const answer = await tell(platform, allowanceCall(asked, platform.account, at))
  if (!isSuccess(answer)) return refusedOrSilent(answer)
  return began(answer.fields.AllowanceNo ?? '', due.is_confirmed)
}

/** The allowances that were begun about the time of this one, as the platform knows them. */
const allowancesAt = async (platform: Platform, { days }: Allowance, at: Date) => {
  const answer = await tell(platform, allowancesCall(days, platform.account, at))
  if (isSuccess(answer)) return [...answer.rows]
  return answer && NONE.has(answer.status) ? [] : refusedOrSilent(answer)
}
const NONE: ReadonlySet<string> = new Set(['BS10006', 'BS10017'])

const decideIt =
  (decision: 'confirm' | 'cancel'): Act =>
  async ({ platform, allowance, due, wasSent, at }) => {
    if (allowance?.status !== 'waiting') return { done: async () => undefined }
    const became = (status: 'confirmed' | 'cancelled'): Outcome<Write> => ({
      done: (tx) => writeAllowance(tx, allowance, due, { error: null }, status),
    })
    const { platform_no } = allowance
    // One that the platform has refused is not known there.
    if (!platform_no) return decision === 'cancel' ? became('cancelled') : { done: async () => undefined }
    if (wasSent) {
      const rows = await allowancesAt(platform, allowance, at)
      if (!Array.isArray(rows)) return rows
      const status = rows.find((row) => row.AllowanceNo === platform_no)?.AllowStatus
      if (status === '1' || status === '2') return became(status === '1' ? 'confirmed' : 'cancelled')
    }
    const answer = await tell(platform, decideCall({ platform_no, decision }, platform.account, at))
    if (isSuccess(answer)) return became(decision === 'confirm' ? 'confirmed' : 'cancelled')
    return answer?.status === CONFIRMED_ALREADY ? became('confirmed') : refusedOrSilent(answer)
  }
const CONFIRMED_ALREADY = 'ALW10005'

type AllowanceChange = { platform_no?: string | null; error: string | null }
type AllowanceStatus = 'waiting' | 'confirmed' | 'cancelled' | 'refused'

/** Writes what became of an allowance. One for which money went back already stays asked, although it is cancelled at the platform. */
const writeAllowance = async (
  tx: Tx,
  { id, booking_id, amount }: Allowance,
  { legal_receipt_id, asked_by }: Sending,
  change: AllowanceChange,
  becomes: AllowanceStatus,
) => {
  const isOver = becomes === 'cancelled' || becomes === 'refused'
  const status = isOver && !(await isFree(tx, booking_id, amount)) ? 'waiting' : becomes
  await tx
    .updateTable('legal_receipt_allowances')
    .set({
      ...change,
      ...(status !== becomes && { platform_no: null }),
      status,
      ...(status === 'confirmed' && { confirmed_on: sql<string>`today()` }),
      ...(status !== 'waiting' && asked_by !== null && { decided_by: asked_by }),
    })
    .where('id', '=', id)
    .execute()
  const what = {
    confirmed: 'allowed',
    cancelled: 'allowance_cancelled',
    refused: 'refused',
    waiting: undefined,
  } as const
  const news = what[status]
  if (news)
    await emit(tx, 'legal-receipt.changed', { legal_receipt_id, what: news, allowance_id: id, actor_id: undefined })
}

/** Whether the receipts of a booking still fit its payments if so much is not given back after all. */
const isFree = async (tx: Tx, booking_id: number, amount: number) => {
  const { most, standing, going_back } = await receiptAccount(tx, booking_id)
  return standing - (going_back - amount) <= most
}

const lookAtIt: Act = async (told) => {
  const state = await stateOf(told)
  if (typeof state !== 'string' || state === 'silent') return state
  return {
    done: async (tx, receipt) => {
      if (state === 'void' && receipt.status !== 'void') await writeVoid(tx, receipt)
      else await tx.updateTable('legal_receipts').set({ error: null }).where('id', '=', receipt.id).execute()
    },
  }
}

const mailIt: Act = async ({ platform, receipt, fallback_email, at }) => {
  const email = receipt.buyer_email ?? fallback_email
  const answer = await tell(platform, resendCall({ number: receipt.number ?? '', email }, platform.account, at))
  return isSuccess(answer) ? { done: async () => undefined } : refusedOrSilent(answer)
}

const acts: Readonly<Record<Sending['act'], Act>> = {
  ...{ issue: issueIt, void: voidIt, allow: allowIt, confirm: decideIt('confirm'), cancel: decideIt('cancel') },
  ...{ look: lookAtIt, mail: mailIt },
}

type Refused = (tx: Tx, receipt: Receipt, told: Told, error: string) => Promise<unknown>

const keepError = (tx: Tx, { id }: Receipt, error: string) =>
  tx.updateTable('legal_receipts').set({ error }).where('id', '=', id).execute()

const saveError: Refused = (tx, receipt, _told, error) => keepError(tx, receipt, error)

const refuseIssue: Refused = async (tx, { id }, _told, error) => {
  await tx.updateTable('legal_receipts').set({ status: 'refused', error }).where('id', '=', id).execute()
  await emit(tx, 'legal-receipt.changed', { legal_receipt_id: id, what: 'refused', actor_id: undefined })
}

/** A receipt that can no longer be voided is given back by an allowance of all of it, which waits for the buyer. Others are asked again. */
const refuseVoid: Refused = async (tx, receipt, { due }, error) => {
  if (!error.startsWith(TOO_LATE)) return keepError(tx, receipt, error)
  const { id, number, void_reason } = receipt
  await tx
    .updateTable('legal_receipts')
    .set({ status: 'issued', error, void_reason: null, voided_by: null })
    .where('id', '=', id)
    .execute()
  for (const { booking_id, amount } of receipt.bookings) {
    const items = [{ name: `折讓 ${number ?? ''}`, count: 1, unit: '式', price: amount, amount }]
    const { id: allowance_id } = await tx
      .insertInto('legal_receipt_allowances')
      .values({
        ...{ legal_receipt_id: id, booking_id, amount, items: writtenItems(items), status: 'waiting' },
        ...{ reason: void_reason ?? '', asked_by: due.asked_by },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await toSend(tx, { legal_receipt_id: id, act: 'allow', allowance_id, asked_by: due.asked_by })
  }
}
const TOO_LATE = 'LIB10008'

const refuseAllowance: Refused = (tx, _receipt, { allowance, due }, error) =>
  allowance ? writeAllowance(tx, allowance, due, { error }, 'refused') : Promise.resolve()

const keepWaiting: Refused = (tx, _receipt, { due }, error) =>
  tx.updateTable('legal_receipt_allowances').set({ error }).where('id', '=', due.allowance_id).execute()

const refused: Readonly<Record<Sending['act'], Refused>> = {
  ...{ issue: refuseIssue, void: refuseVoid, allow: refuseAllowance, confirm: keepWaiting, cancel: keepWaiting },
  ...{ look: saveError, mail: saveError },
}
