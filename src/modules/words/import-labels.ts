import type { Words } from '../../kit/words/words.ts'

/** What can be imported. Sheets of a workbook, and files, are called so. */
export const importKindWords = {
  branches: ['分公司', 'Branches'],
  accounts: ['帳號', 'Accounts'],
  hotels: ['飯店', 'Hotels'],
  suppliers: ['供應商', 'Suppliers'],
  'airline-routes': ['航線時刻', 'Timetable of airlines'],
  'exchange-rates': ['匯率', 'Exchange rates'],
  leaders: ['領隊', 'Tour leaders'],
  'leader-leave': ['領隊休假', 'Days off of leaders'],
  packages: ['行程', 'Packages'],
  'package-prices': ['行程價格', 'Prices of packages'],
  'package-days': ['每日行程', 'Days of packages'],
  'planned-trips': ['團', 'Planned trips'],
  'trip-flights': ['團體航班', 'Flights of trips'],
  'trip-stays': ['團體住宿', 'Stays of trips'],
  enquiries: ['洽詢', 'Enquiries'],
  bookings: ['訂單', 'Bookings'],
  travelers: ['旅客', 'Travelers'],
  'traveler-requests': ['旅客需求', 'Special requests'],
  'stay-rooms': ['分房', 'Rooms of stays'],
  'addon-requests': ['加購', 'Add-on requests'],
  'price-lines': ['費用明細', 'Price lines'],
  payments: ['收款', 'Payments'],
  'legal-receipts': ['代收轉付收據', 'Legal receipts'],
  costs: ['出團成本', 'Costs of trips'],
  'leader-files': ['領隊的證件與照片', 'Documents of leaders'],
  'traveler-documents': ['旅客的證件與照片', 'Documents of travelers'],
} as const satisfies Record<string, Words>

export const importStatusWords = {
  checking: ['檢查中', 'Being checked'],
  checked: ['已檢查', 'Checked'],
  running: ['執行中', 'Running'],
  done: ['已完成', 'Done'],
  failed: ['未匯入', 'Not imported'],
  undone: ['已復原', 'Undone'],
} as const satisfies Record<string, Words>
