import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Columns, Table } from '../../kit/db/tables.ts'
import { day, defaulted, email, formed, labelled, line, moment, nullable, oneOf, ref, whole } from '../../kit/fields.ts'
import { buyerKinds, ubn } from '../receipt-buyers/buyer.ts'
import { allowanceStatuses, receiptMedia, receiptStatuses } from './flow.ts'

/** The highest amount that the platform takes. */
const MOST = 99_999_999
const MOST_ITEMS = 7
/** How many letters the names of all items may have together. */
export const LETTERS_OF_ITEMS = 280

export function wholeAmount() {
  return Type.Integer({ minimum: 1, maximum: MOST, examples: [60000], written: 'money' })
}

export const ReceiptItem = Type.Object({
  name: labelled(line(LETTERS_OF_ITEMS, '團費 北海道五日'), ['品名', 'Item']),
  count: labelled(whole(1, 9999), ['數量', 'Count']),
  unit: labelled(line(6, '人'), ['單位', 'Unit']),
  price: labelled(wholeAmount(), ['單價', 'Unit price']),
  amount: wholeAmount(),
})
export type ReceiptItem = Static<typeof ReceiptItem>
export function receiptItems() {
  return labelled(Type.Array(ReceiptItem, { minItems: 1, maxItems: MOST_ITEMS }), ['品項', 'Items'])
}

/** What the platform has answered to a receipt. */
const OfPlatform = Type.Object({
  trans_no: labelled(line(40), ['平台交易序號', 'Transaction at the platform']),
  random_code: labelled(line(10), ['隨機碼', 'Random code']),
  display_url: labelled(nullable(line(500)), ['收據網址', 'Address of the receipt']),
  created_at: moment(),
})

/** 代收轉付收據: what the agency gives for money that it passes on. */
export const LegalReceipt = Type.Object({
  medium: labelled(oneOf(receiptMedia), ['收據形式', 'Medium']),
  number: labelled(nullable(formed('^[A-Z][0-9]{8}$', 'T13671008')), ['收據號碼', 'Number of the receipt']),
  buyer_kind: labelled(oneOf(buyerKinds), ['買受人類別', 'Kind of buyer']),
  buyer_name: labelled(line(50, '大發股份有限公司'), ['買受人', 'Buyer']),
  buyer_ubn: ubn(),
  buyer_email: labelled(nullable(email()), ['買受人信箱', 'Email of the buyer']),
  buyer_address: labelled(nullable(line(200, '台北市中山區民權東路二段 46 號')), [
    '買受人地址',
    'Address of the buyer',
  ]),
  amount: wholeAmount(),
  items: receiptItems(),
  comment: labelled(nullable(line(50, '2027-01-28 北海道五日')), ['收據備註', 'Remark on the receipt']),
  seller_name: labelled(line(50, '旗手旅行社股份有限公司'), ['開立人', 'Issued in the name of']),
  status: oneOf(receiptStatuses),
  order_no: labelled(nullable(line(30, 'G12_1')), ['平台訂單編號', 'Order at the platform']),
  tries: labelled(defaulted(whole()), ['開立次數', 'Tries']),
  platform: labelled(nullable(OfPlatform), ['電子收據平台', 'Platform of electronic receipts']),
  error: labelled(nullable(line(500, '統一編號錯誤')), ['退回原因', 'Why it was refused']),
  issued_on: labelled(nullable(day()), ['開立日', 'Issued on']),
  issued_by: labelled(nullable(ref()), ['開立同仁', 'Issued by']),
  void_reason: nullable(line(500, '抬頭錯誤')),
  voided_by: nullable(ref()),
  voided_at: nullable(moment()),
})

/** How much of a receipt is of which booking, and the trip that it names. @public */
export const ReceiptPart = Type.Object({
  legal_receipt_id: ref(),
  booking_id: ref(),
  planned_trip_id: ref(),
  amount: wholeAmount(),
})

/** 折讓: a part of a receipt that is given back. */
export const ReceiptAllowance = Type.Object({
  legal_receipt_id: labelled(ref(), ['代收轉付收據', 'Legal receipt']),
  booking_id: ref(),
  amount: wholeAmount(),
  items: receiptItems(),
  status: oneOf(allowanceStatuses),
  reason: line(500, '退團，退還部分團費'),
  platform_no: labelled(nullable(line(20)), ['折讓單號', 'Number of the allowance']),
  error: labelled(nullable(line(500)), ['退回原因', 'Why it was refused']),
  asked_by: nullable(ref()),
  decided_by: nullable(ref()),
  confirmed_on: labelled(nullable(day()), ['確認日', 'Confirmed on']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    legal_receipts: Table<typeof LegalReceipt>
    legal_receipt_bookings: Columns<typeof ReceiptPart>
    legal_receipt_allowances: Table<typeof ReceiptAllowance>
  }
}

/** Items as they are written: the driver would make a list of PostgreSQL of them. */
export function writtenItems(items: readonly ReceiptItem[]) {
  return sql<ReceiptItem[]>`${JSON.stringify(items)}::jsonb`
}
