import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { formed, labelled, oneOf, orNull, ref } from '../../kit/fields.ts'
import { isSameTitle } from '../receipt-buyers/buyer.ts'

const whole = () => Type.Integer({ examples: [12000], written: 'money' })

/** Why a receipt no longer fits: more was issued than stays paid, it names the trip that was left, or a title that nobody wants any more. */
const misfitReasons = ['money', 'trip', 'title'] as const
/** What is done with it: it is voided, or a part of it is given back. */
const waysToMend = ['void', 'allowance'] as const

/** A receipt that no longer fits its booking once something is changed, and what to do with it. */
export const ReceiptMisfit = Type.Object({
  legal_receipt_id: labelled(ref(), ['代收轉付收據', 'Legal receipt']),
  booking_id: ref(),
  number: orNull(formed('^[A-Z][0-9]{8}$', 'T13671008')),
  amount: whole(),
  misfit: labelled(oneOf(misfitReasons), ['不符的原因', 'Why it does not fit']),
  way_out: labelled(oneOf(waysToMend), ['處理方式', 'What to do']),
  give_back: labelled(whole(), ['應沖回金額', 'To be given back']),
})
export type ReceiptMisfit = Static<typeof ReceiptMisfit>
export function receiptMisfits() {
  return labelled(Type.Array(ReceiptMisfit), ['不再相符的收據', 'Receipts that no longer fit'])
}

/** What stays paid after a refund, in whole dollars as receipts are. */
export function wholeLeft(paid: number, refund: number) {
  return Math.max(Math.floor(Number(paid) - Number(refund)), 0)
}

type Title = { name: string; ubn?: string | null | undefined }
/** What becomes of a booking: what stays paid of it, on which trip it is, who is its contact, and who wants which title. What is left out stays. */
export type ChangeOfBooking = {
  booking_id: number
  paid?: number
  planned_trip_id?: number
  contact_name?: string
  buyers?: readonly Title[]
}

/** The receipts that no longer fit once a booking is changed. Whatever changes a booking asks this function, before and after. */
export async function misfitsAfter(db: Db, change: ChangeOfBooking): Promise<ReceiptMisfit[]> {
  return (await misfitsOfMany(db, [change])).get(change.booking_id) ?? []
}

/** The same for many bookings at once. */
export async function misfitsOfMany(db: Db, changes: readonly ChangeOfBooking[]) {
  const [standing, before] = await readMany(
    db,
    changes.map(({ booking_id }) => booking_id),
  )
  return new Map(
    changes.map((change) => {
      const receipts = standing.filter(({ booking_id }) => booking_id === change.booking_id)
      const titles = before.find(({ id }) => id === change.booking_id)
      return [change.booking_id, receipts.length > 0 && titles ? misfitsIn(receipts, change, titles) : []]
    }),
  )
}

type Standing = {
  id: number
  booking_id: number
  number: string | null
  amount: number
  planned_trip_id: number
  buyer_name: string
  buyer_ubn: string | null
  /** What of it stands for the booking, and is not asked to be given back. */
  rest: number
  is_voidable: boolean
}
type Before = { id: number; paid: number; contact_name: string; buyers: Title[] }

// Nothing was given back of a receipt that is voided, and it is of one booking alone. The platform voids until a day that the agency has set;
// one on paper is voided while it is there.
const readMany = async (db: Db, ids: readonly number[]): Promise<[Standing[], Before[]]> => {
  const { rows: standing } = await sql<Standing>`
    select r.id, p.booking_id, r.number, r.amount, p.planned_trip_id, r.buyer_name, r.buyer_ubn, p.amount - back.given as rest,
           back.of_all = 0 and (select count(*) = 1 from legal_receipt_bookings o where o.legal_receipt_id = r.id)
             and (r.medium = 'paper' or r.issued_on is null or today() <= receipt_voidable_until(r.issued_on)) as is_voidable
      from legal_receipt_bookings p join legal_receipts r on r.id = p.legal_receipt_id,
      lateral (select coalesce(sum(a.amount) filter (where a.booking_id = p.booking_id), 0)::integer as given, count(*) as of_all
                 from legal_receipt_allowances a where a.legal_receipt_id = r.id and a.status in ('waiting', 'confirmed')) back
     where p.booking_id = any (${ids}::integer[]) and r.status in ('queued', 'issued') and p.amount > back.given
     order by r.id desc`.execute(db)
  if (standing.length === 0) return [[], []]
  const { rows: before } = await sql<Before>`
    select b.id, floor(b.paid)::integer as paid, b.contact_name,
           (select coalesce(json_agg(json_build_object('name', w.name, 'ubn', w.ubn) order by w.id), '[]')
              from receipt_buyers w where w.booking_id = b.id) as buyers
      from bookings b where b.id = any (${ids}::integer[])`.execute(db)
  return [standing, before]
}

const misfitsIn = (receipts: readonly Standing[], change: ChangeOfBooking, before: Before): ReceiptMisfit[] => {
  const elsewhere = receipts.filter(
    ({ planned_trip_id }) => change.planned_trip_id !== undefined && planned_trip_id !== change.planned_trip_id,
  )
  const unwanted = receipts.filter((receipt) => !elsewhere.includes(receipt) && isUnwanted(receipt, change, before))
  const whole = [
    ...elsewhere.map((receipt) => mended(receipt, 'trip', receipt.rest)),
    ...unwanted.map((receipt) => mended(receipt, 'title', receipt.rest)),
  ]
  const others = receipts.filter((receipt) => !elsewhere.includes(receipt) && !unwanted.includes(receipt))
  return [...whole, ...tooHigh(receipts, others, change.paid ?? before.paid)]
}

/** A receipt has a title that was wanted, and is not wanted any more. */
const isUnwanted = ({ buyer_name: name, buyer_ubn: ubn }: Standing, change: ChangeOfBooking, before: Before) => {
  if (change.buyers === undefined && change.contact_name === undefined) return false
  const isAmong = (buyers: readonly Title[], contact: string) =>
    [...buyers, { name: contact }].some((title) => isSameTitle(title, { name, ubn }))
  return (
    isAmong(before.buyers, before.contact_name) &&
    !isAmong(change.buyers ?? before.buyers, change.contact_name ?? before.contact_name)
  )
}

/** Of what is above the payments, a receipt of exactly so much is voided, else the newest ones. */
const tooHigh = (all: readonly Standing[], open: readonly Standing[], paid: number) => {
  const sum = all.reduce((of, { rest }) => of + rest, 0)
  const given = sum - open.reduce((of, { rest }) => of + rest, 0)
  let above = sum - given - Math.max(paid, 0)
  const exact = open.find(({ rest }) => rest === above)
  return [...(exact ? [exact] : []), ...open.filter((each) => each !== exact)].flatMap((receipt) => {
    if (above <= 0) return []
    const back = Math.min(receipt.rest, above)
    above -= back
    return [mended(receipt, 'money', back)]
  })
}

const mended = (
  { id, booking_id, number, amount, rest, is_voidable }: Standing,
  misfit: ReceiptMisfit['misfit'],
  give_back: number,
): ReceiptMisfit => ({
  ...{ legal_receipt_id: id, booking_id, number, amount, misfit, give_back },
  way_out: is_voidable && give_back === rest ? 'void' : 'allowance',
})
