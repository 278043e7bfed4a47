import { fieldWords as labels } from 'guidon-sdk/words'
import type { Say, Words } from '../../../kit/words.ts'

/** Words for columns that only the service writes, which therefore have no label. */
export const ownWords: Record<string, Words> = {
  password_hash: ['密碼', 'Password'],
  contact_email: ['聯絡信箱', 'Contact email'],
  contact_line: ['聯絡人 LINE', 'Contact LINE'],
  cancelled: ['取消時間', 'Cancelled'],
  file_name: ['檔名', 'File name'],
  account_mark: ['帳號記號', 'Mark of the account'],
  refused_by: ['退回者', 'Refused by'],
  is_rehearsed: ['逐列試寫', 'Every line tried'],
  created: ['新增', 'Added'],
  unchanged: ['已存在', 'There already'],
  refused: ['未通過', 'Refused'],
  done_rows: ['已處理', 'Lines done'],
  attempt: ['第幾次執行', 'Attempt'],
  entry_hash: ['內容比對值', 'Hash of the content'],
  report: ['報告', 'Report'],
  mapping: ['對應', 'Mapping'],
  form: ['表格樣式', 'Form of the sheet'],
  sheet: ['工作表', 'Sheet'],
  words: ['用語', 'Words'],
  mapped_by: ['對應者', 'Mapped by'],
  limited_on: ['上限通知', 'Told of the cap'],
  followed: ['加入好友', 'Came as a friend'],
  blocked: ['封鎖時間', 'Has blocked us'],
  person_record: ['連結的客戶資料', 'Record that it is linked to'],
  linked: ['連結時間', 'Linked'],
  subject: ['紀錄', 'Record'],
  linked_by: ['協助連結者', 'Linked by'],
  used: ['最近使用', 'Last used'],
  imported_by: ['匯入者', 'Imported by'],
  finished: ['完成時間', 'Finished'],
  logo: ['公司 Logo', 'Logo'],
  subject_type: ['資料種類', 'Kind of record'],
  during: ['期間', 'Days'],
  rest_days: ['帶團間隔（天）', 'Days between trips'],
  is_firm: ['已確定', 'Firm'],
  status_since: ['狀態起算', 'In this status since'],
  quoted_until: ['內部報價有效至', 'Quote valid until'],
  uploaded_by: ['上傳者', 'Uploaded by'],
  offer: ['報價', 'Offer'],
  queued: ['候補時間', 'On the waitlist since'],
  cancelled_by: ['取消者', 'Cancelled by'],
  cancel_paper: ['費用憑證', 'Proof of the costs'],
  set_by: ['設定者', 'Set by'],
  act: ['減收項目', 'What lowered it'],
  approved_by: ['核准者', 'Approved by'],
  restore_reason: ['恢復訂單的原因', 'Reason for restoring it'],
  cancellation_fee: ['取消費', 'Cancellation fee'],
  email_asked: ['信箱確認信', 'Email confirmation mail'],
  guest_locale: ['來賓語言', 'Language of the guest'],
  given_by: ['提供者', 'Given by'],
  reminded: ['提醒時間', 'Reminded'],
  escalated: ['升級通知時間', 'Escalated'],
  sent: ['寄出時間', 'Sent'],
  facts: ['申請時的訂單', 'The booking when it was asked'],
  written_by: ['撰寫者', 'Written by'],
  receipt_book_id: ['收據本', 'Book of receipts'],
  spoiled_by: ['註銷者', 'Spoiled by'],
}

/** What fields are called. */
const fieldWords: Record<string, Words> = { ...ownWords, ...labels }

/** A field without words is shown by its name, without the underscores. */
export const nameOfField = (say: Say, field: string) => {
  const known = fieldWords[field] ?? fieldWords[field.replace(/_(id|ids|at|on)$/, '')] ?? fieldWords[`${field}_id`]
  if (known) return say(...known)
  const base = fieldWords[field.replace(/_en$/, '')]
  return base && field.endsWith('_en')
    ? say(`${base[0]}（英文）`, `${base[1]} in English`)
    : field.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}

/** What only the service uses: keys, marks of sealed values, and texts to search in. */
export const hiddenFields = new Set([
  ...['id', 'version', 'created_at', 'updated_at', 'public_status', 'public_version', 'public_updated_at'],
  ...['public_cancel_reason', 'rooms_version', 'sought', 'clues', 'person_key', 'twin_mark', 'passport_mark'],
  ...['identity_mark', 'birth_mark', 'sealed', 'last_counter', 'decimals'],
  ...['reaches', 'form', 'fingerprint', 'is_amount_given', 'is_day_given', 'is_exact', 'end_cause', 'pay_token'],
  ...['left_before', 'mark_before', 'line_user_id'],
])
