import type { Audit } from 'guidon-sdk'
import type { Say, Words } from '../../../kit/words.ts'
import { fieldWords } from './field-words.ts'

export const actionHues: Record<Audit['action'], string> = {
  created: 'turn-done',
  changed: 'turn-sales',
  removed: 'turn-over',
}

export const nameOfTable = (say: Say, table: string) => say(...(tableWords[table] ?? [table, table]))

/** A field without words is shown by its name, without the underscores. */
export const nameOfField = (say: Say, field: string) => {
  const known = fieldWords[field] ?? fieldWords[field.replace(/_(id|ids|at|on)$/, '')] ?? fieldWords[`${field}_id`]
  if (known) return say(...known)
  const base = fieldWords[field.replace(/_en$/, '')]
  return base && field.endsWith('_en')
    ? say(`${base[0]}（英文）`, `${base[1]} in English`)
    : field.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}

/** The record that has a page. */
export const subjectOf = (table: string, id: number) => {
  const type = subjects[table]
  return type ? { type, id } : undefined
}
const subjects: Record<string, string> = {
  addon_requests: 'addon_request',
  bookings: 'booking',
  enquiries: 'enquiry',
  planned_trips: 'planned_trip',
  tour_leaders: 'tour_leader',
  travelers: 'traveler',
}

export const tableWords: Record<string, Words> = {
  site: ['公開網站', 'Public site'],
  site_pages: ['網站頁面', 'Page of the site'],
  users: ['帳號', 'Account'],
  bookings: ['訂單', 'Booking'],
  enquiries: ['洽詢', 'Enquiry'],
  travelers: ['旅客', 'Traveler'],
  planned_trips: ['團', 'Trip'],
  addon_requests: ['加購', 'Add-on request'],
  booking_concessions: ['減收', 'Reduction'],
  booking_messages: ['訂單訊息', 'Message about a booking'],
  booking_payments: ['收付款', 'Payment'],
  booking_price_lines: ['費用明細', 'Price line'],
  tour_leaders: ['領隊', 'Tour leader'],
  leader_calendar: ['領隊行事曆', 'Calendar of a leader'],
  leader_unavailabilities: ['領隊請假', 'Leader days off'],
  leader_files: ['領隊證件與文件', 'Leader document'],
  leader_country_priorities: ['領隊國家順位', 'Country of a leader'],
  leader_regional_priorities: ['領隊線別順位', 'Region of a leader'],
  traveler_documents: ['旅客證件與文件', 'Traveler document'],
  traveler_requests: ['旅客需求', 'Special request'],
  cancellation_requests: ['取消申請', 'Request to cancel'],
  money_months: ['鎖帳的月份', 'Month of money'],
  payment_providers: ['金流服務', 'Payment provider'],
  payment_provider_keys: ['金流金鑰', 'Keys of a payment provider'],
  cash_counts: ['現金點算', 'Count of cash'],
  cash_handovers: ['現金交接', 'Handover of cash'],
  payment_requests: ['請款', 'Payment request'],
  bank_debits: ['銀行支出', 'Debit of a bank'],
  bank_file_mappings: ['銀行檔案的欄位', 'Columns of bank files'],
  bank_statements: ['銀行檔案', 'File of a bank'],
  bank_lines: ['銀行入帳', 'Line of a bank'],
  refund_orders: ['退款單', 'Order of a refund'],
  payment_reports: ['付款回報', 'Reported payment'],
  change_requests: ['旅客變更申請', 'Change request'],
  approvals: ['核准申請', 'Approval'],
  planned_trip_flights: ['航班', 'Flight'],
  planned_trip_segments: ['每日行程', 'Day of a trip'],
  planned_trip_segment_legs: ['行程段落', 'Part of a day'],
  planned_trip_stays: ['住宿', 'Stay'],
  stay_rooms: ['房間', 'Room'],
  trip_costs: ['團體成本', 'Cost of a trip'],
  trip_deadlines: ['期限', 'Deadline'],
  trip_feedback: ['旅後問卷', 'Feedback after the return'],
  trip_handovers: ['交接', 'Handover'],
  trip_messages: ['給一團的訊息', 'Message to a trip'],
  trip_papers: ['寄出的出團文件', 'Paper of a trip that was mailed'],
  packages: ['行程', 'Package'],
  package_pictures: ['行程圖片', 'Package picture'],
  package_prices: ['行程售價', 'Package price'],
  package_segments: ['行程的每日安排', 'Day of a package'],
  seminars: ['說明會', 'Seminar'],
  seminar_sessions: ['說明會場次', 'Session'],
  session_attendances: ['說明會報名', 'Attendance'],
  persons: ['客人', 'Person'],
  person_records: ['客人的紀錄', 'Record of a person'],
  addon_categories: ['加購類別', 'Category of add-ons'],
  addon_request_types: ['加購項目', 'Type of add-on'],
  attachments: ['附件', 'Attachment'],
  airlines: ['航空公司', 'Airline'],
  airline_routes: ['航線', 'Route of an airline'],
  airports: ['機場', 'Airport'],
  branches: ['分公司', 'Branch'],
  receiving_accounts: ['收款帳戶', 'Receiving account'],
  cancellation_terms: ['取消條款', 'Cancellation terms'],
  categories: ['分類', 'Category'],
  cities: ['城市', 'City'],
  continents: ['洲', 'Continent'],
  countries: ['國家', 'Country'],
  deadline_templates: ['期限範本', 'Deadline template'],
  exchange_rates: ['匯率', 'Exchange rate'],
  geographical_areas: ['線別', 'Area'],
  hotels: ['飯店', 'Hotel'],
  house: ['公司資料', 'The agency'],
  import_forms: ['匯入對應', 'Mapping of imports'],
  imports: ['匯入', 'Import'],
  regions: ['區域', 'Region'],
  seasons: ['季節', 'Season'],
  second_factors: ['兩步驟驗證', 'Two-step verification'],
  webhooks: ['Webhook', 'Webhook'],
  webhook_secrets: ['Webhook 金鑰', 'Secret of a webhook'],
}
