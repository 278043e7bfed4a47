import type { Words } from '../../../kit/words/words.ts'

/** The names of the papers that each template prints. */
export const templateWords: Readonly<Record<string, Words>> = {
  'package-sheet': ['行程表', 'Itinerary of a package'],
  departures: ['出團表', 'Departures'],
  booking: ['報價單／訂單確認書', 'Quotation and confirmation'],
  'payment-slip': ['繳款單', 'Payment slip'],
  receipt: ['收款證明', 'Receipt'],
  'departure-notice': ['行前通知書', 'Departure notice'],
  'name-list': ['旅客名單', 'Name list'],
  manifest: ['旅客清單', 'Manifest'],
  'rooming-list': ['分房表', 'Rooming list'],
  'land-order': ['地接訂單', 'Order for the land operator'],
  'dietary-list': ['餐食名單', 'Dietary list'],
  'leader-pack': ['領隊資料袋', 'Leader pack'],
  handover: ['交接單', 'Handover'],
  'attendance-sheet': ['說明會簽到表', 'Attendance sheet'],
  settlement: ['結團報告', 'Settlement'],
  'insurance-list': ['投保名冊', 'Insurance list'],
  'visa-list': ['簽證及護照代辦名單', 'Visa and passport list'],
  'arrival-list': ['入境卡資料', 'Arrival card sheet'],
  'emergency-pack': ['緊急應變資料', 'Emergency pack'],
  docs: ['DOCS／APIS', 'DOCS/APIS lines'],
}
