import type { Words } from '../../kit/words/words.ts'

const ask: Words = [
  '平台回覆異常；請按「查詢」再試一次，若仍失敗請聯絡平台客服。',
  'The platform has a fault. Ask again; if it fails again, call the support of the platform.',
]
const format: Words = [
  '平台不接受收據的內容；請檢查買受人、品項與金額後重新開立。',
  'The platform does not take what the receipt says. Check the buyer, the items and the amount, then issue it again.',
]
const agency: Words = [
  '平台不認得本社的統一編號；請管理員檢查電子收據設定的統一編號與環境。',
  'The platform does not know the tax ID of the agency. Have an administrator check the tax ID and the environment in the settings of electronic receipts.',
]
const numbers: Words = [
  '平台上的收據號碼已用完或尚未取得；請到平台申購收據，再重新開立。',
  'There are no numbers of receipts left. Buy some at the platform, then issue it again.',
]
const buyerId: Words = [
  '買受人的統一編號不正確；請更正後重新開立。',
  'The tax ID of the buyer is wrong. Correct it, then issue it again.',
]
const amounts: Words = [
  '品項的數量、單價與小計和總額不符；請更正品項後重新開立。',
  'Counts, prices and amounts of the items do not come to the total. Correct the items, then issue it again.',
]
const unknown: Words = [
  '平台查不到這張收據；請確認環境沒有更換，再聯絡平台客服。',
  'The platform does not find this receipt. See whether the environment was changed, then call the support of the platform.',
]
const noAllowance: Words = [
  '平台查不到這筆折讓，或它的狀態已經改變；請按「查詢」更新狀態。',
  'The platform does not find this allowance, or it has changed. Ask the platform for its state.',
]

/** What the codes of the platform mean and what to do, in our words. */
export const refusalWords: Record<string, Words> = {
  KEY10001: [
    '這台主機的對外 IP 不在平台的名單上；請向平台申請加入後，再重新送出。',
    'The address of this service is not on the list of the platform. Have it put there, then send it again.',
  ],
  KEY10002: [
    '平台無法解密，HashKey 或 HashIV 不正確；請管理員重新填寫並測試。',
    'The platform cannot decrypt what we send: HashKey or HashIV is wrong. Have an administrator enter them again and test them.',
  ],
  KEY10003: ask,
  KEY10004: format,
  KEY10006: [
    '本社尚未在平台開通電子收據；請到平台開通後，再重新送出。',
    'The agency has no electronic receipts at the platform yet. Have them opened there, then send it again.',
  ],
  KEY10007: ask,
  KEY10009: agency,
  KEY10010: agency,
  KEY10011: ask,
  KEY10012: ask,
  KEY10013: ask,
  KEY10014: ask,
  KEY10015: amounts,
  KEY10016: ask,
  KEY10017: ask,
  KEY10018: [
    '沒有經辦人；請填寫經辦人後重新開立。',
    'There is no seller. Say who issues the receipt, then issue it again.',
  ],
  KEY10019: [
    '平台已停用本社的帳號；請聯絡平台客服。',
    'The platform has suspended the agency. Call the support of the platform.',
  ],
  NOR10001: ask,
  INV10003: format,
  INV10004: amounts,
  INV10012: amounts,
  INV10013: format,
  INV10014: format,
  INV10015: format,
  INV10016: [
    '平台已有相同自訂編號的收據，但查不到它；請按「重新開立」，會使用新的編號。',
    'The platform says that it has this number of ours already, but does not find the receipt. Issue it again, which takes a new number.',
  ],
  INV20001: numbers,
  INV20002: numbers,
  INV20003: numbers,
  INV20004: ask,
  INV20005: ask,
  INV20006: unknown,
  INV20014: buyerId,
  INV20015: buyerId,
  INV20016: ['沒有買受人名稱；請填寫後重新開立。', 'There is no name of a buyer. Enter it, then issue it again.'],
  INV20018: [
    '平台不接受出發日，它最晚在兩年內；請更正團的出發日後重新開立。',
    'The platform does not take the day of departure, which is two years ahead at most. Correct it, then issue it again.',
  ],
  INV20100: ask,
  INV70001: format,
  LIB10001: unknown,
  LIB10002: ask,
  LIB10004: ask,
  LIB10005: ['這張收據在平台上已經作廢。', 'The receipt is void at the platform already.'],
  LIB10007: [
    '這張收據已有確認的折讓，不能再作廢；請以折讓處理其餘金額。',
    'The receipt has a confirmed allowance and cannot be voided any more. Give the rest back by an allowance.',
  ],
  LIB10008: [
    '已過平台可作廢的期限；請改開折讓。',
    'It is too late to void the receipt at the platform. Give it back by an allowance.',
  ],
  ALW10002: [
    '折讓加總超過收據金額；請降低折讓金額。',
    'The allowances come to more than the receipt. Lower the amount.',
  ],
  ALW10003: [
    '平台無法開立折讓；請按「查詢」確認收據仍然有效，再重新折讓。',
    'The platform cannot give an allowance. Ask whether the receipt is still valid, then begin it again.',
  ],
  ALW10004: noAllowance,
  ALW10005: [
    '買受人已確認這筆折讓，不能再取消。',
    'The buyer has confirmed this allowance; it cannot be cancelled any more.',
  ],
  ALW10006: format,
  ALW10007: format,
  ALW10008: format,
  ALW10009: format,
  ALW10010: format,
  ALW10011: format,
  ALW10012: format,
  ALW10013: amounts,
  ALW10014: amounts,
  ALW10015: noAllowance,
  ALW10016: ask,
  ALW10017: noAllowance,
  BS10006: unknown,
  BS10017: noAllowance,
  SM10002: [
    '平台不接受這個信箱；請更正買受人的信箱後再寄。',
    'The platform does not take this mail address. Correct that of the buyer, then mail it again.',
  ],
  OTHER: [
    '平台上有另一張使用相同自訂編號的收據，金額或統一編號不同；請到平台核對，再按「重新開立」。',
    'The platform has another receipt under this number of ours, with another amount or tax ID. Compare them at the platform, then issue it again.',
  ],
}
