// Examples of the parameters of notices, which are also their types.

// An example of a link, whose secret is never stored.
export function page(path: string) {
  return `https://guidon.example/${path}/q3Jx…`
}

export const extra = {
  number: 'AR0000042',
  serial: 'KIX270310A',
  traveler: '王小美',
  type: '座位升等',
  type_en: 'Seat upgrade',
  price: 'NT$12,000',
  words: '想要靠窗的座位，謝謝。',
}
export const charged = { ...extra, total: 'NT$91,800' }
export const party = {
  number: 'KIX270310A-007',
  trip: '關西賞櫻五日',
  trip_en: 'Cherry blossoms in Kansai',
  departure: '2027-03-10',
  contact: '王小美',
  reason: '家人生病，改期再出發。',
}
export const booked = {
  ...party,
  serial: 'KIX270310A',
  return: '2027-03-14',
  status: '名額保留中 Seats held',
  kept_until: '2027-01-20 18:00',
  lines: '大人 Adult × 2  NT$79,800',
  total: 'NT$79,800',
  paid: 'NT$5,000',
  deposit: 'NT$20,000',
  deposit_until: '2027-01-20 18:00',
  deposit_due: '2027-01-23',
  balance_due: '2027-02-08',
  fee: 'NT$3,990',
  refund: 'NT$16,010',
  now: '您不必做任何事：我們會於 2027/2/3（三）前退還 NT$16,010。',
  dates: 'KIX270317A 2027/3/17（三）– 3/21（日）',
  link: page('l/booking'),
}
export const moved = {
  ...booked,
  left_serial: 'KIX270303A',
  left_trip: '關西賞櫻五日',
  left_trip_en: 'Cherry blossoms in Kansai',
  left_departure: '2027-03-03',
  left_return: '2027-03-07',
  fare_before: 'NT$75,800',
  fare_after: 'NT$79,800',
  difference: '+NT$4,000',
  fare_same: null,
}
export const enquired = {
  number: 'EQ0000042',
  person: '王小美',
  source: 'phone',
  serial: 'KIX270310A',
  day: '2027-01-21',
  wish: '十月想去看楓葉，兩大一小。',
}
export const named = { serial: 'KIX270310A', name: '關西賞櫻五日', name_en: 'Cherry blossoms in Kansai' }
export const journey = { ...named, starts: '2027-03-10', ends: '2027-03-14' }
export const money = {
  payment_id: 12,
  number: 'KIX270310A-007',
  serial: 'KIX270310A',
  trip: '關西賞櫻五日',
  trip_en: journey.name_en,
  amount: 'NT$20,000',
  method: 'bankTransfer',
  day: '2027-01-21',
  balance: 'NT$59,800',
  balance_due: '2027-02-08',
  reason: '金額輸入錯誤',
}
export const mailedPaper = {
  number: money.number,
  serial: money.serial,
  trip: money.trip,
  trip_en: money.trip_en,
  paper: 'payment_slip',
  payment_id: null,
  words: '請於週五前付款。',
}
export const partnerPaper = {
  serial: money.serial,
  trip: money.trip,
  trip_en: money.trip_en,
  words: '請回覆確認房數。',
}
export const roomed = { serial: money.serial, number: money.number, traveler: '王小美', amount: 'NT$6,000' }
export const owed = {
  number: money.number,
  serial: money.serial,
  trip: money.trip,
  trip_en: money.trip_en,
  amount: 'NT$16,010',
  contact: '王小美',
  cause: 'cancellation',
}
export const ledBy = { ...journey, leader: '林領隊', leader_en: 'Lin Yi-chun' }
export const news = {
  ...named,
  topics: '集合、航班',
  topics_en: 'assembly, flights',
  changes:
    '集合時間：2027/3/10 06:00 → 2027/3/10 03:00\n集合地點：桃園機場第二航廈三樓團體櫃檯\n航班 BR198 TPE–NRT：2027/3/10 08:30–12:45 → 2027/3/10 05:30–09:45',
  changes_en:
    'Assembly: 10 Mar 2027 06:00 → 10 Mar 2027 03:00\nMeeting point: Taoyuan Airport, Terminal 2, third floor, group counter\nFlight BR198 TPE–NRT: 10 Mar 2027 08:30–12:45 → 10 Mar 2027 05:30–09:45',
}
export const flights = {
  serial: named.serial,
  changes: 'BR132 TPE–KIX：2027/3/10 08:30–12:10 → 2027/3/10 09:05–12:45\nBR131 KIX–TPE：2027/3/14 13:10–15:25 → 取消',
  changes_en:
    'BR132 TPE–KIX: 10 Mar 2027 08:30–12:10 → 10 Mar 2027 09:05–12:45\nBR131 KIX–TPE: 14 Mar 2027 13:10–15:25 → cancelled',
}
export const briefing = { ...named, hours: '2027-02-25 19:00–20:30' }
export const days = {
  leader: '林領隊',
  type: 'annual_leave',
  starts: '2027-03-01',
  ends: '2027-03-05',
  note: '家庭旅遊',
}
export const handover = { ...named, kind: 'sales_to_op', note: '兩位素食，請留意。' }
export const handedOver = {
  serial: 'KIX270310A',
  number: party.number,
  trip: party.trip,
  trip_en: party.trip_en,
  departure: party.departure,
  contact: party.contact,
  words: '客人週五回覆，請你接著聯絡。',
}
export const deadline = { serial: 'KIX270310A', label: '分房表', label_en: 'Rooming list', due: '2027-02-28' }
export const session = {
  title: '關西賞櫻說明會',
  title_en: 'Cherry blossoms in Kansai',
  time: '2027-02-25 19:00',
  venue: '台北總公司 3 樓',
}
export const leaving = {
  serial: 'KIX270310A',
  number: 'KIX270310A-007',
  contact: '王小美',
  travelers: '王小美、王大明',
  reason: '母親住院，無法成行。',
  day: '2027-02-01',
  fee: 'NT$7,980',
}
export const cash = { amount: 'NT$12,000', note: '11/28 門市收款' }
export const reported = {
  serial: 'KIX270310A',
  number: 'KIX270310A-007',
  trip: '關西賞櫻五日',
  trip_en: journey.name_en,
  contact: '王小美',
  amount: 'NT$20,000',
  day: '2027-01-21',
}
export const asked = {
  number: 'KIX270310A-007',
  serial: 'KIX270310A',
  trip: '關西賞櫻五日',
  trip_en: journey.name_en,
  amount: 'NT$20,000',
}
export const remindedOf = {
  ...asked,
  purpose: 'deposit',
  due: '2027-01-21',
  bank: '玉山銀行 民權分行',
  bank_en: 'E.SUN Bank, Minquan branch',
  bank_code: '808',
  account_name: '旗手旅行社股份有限公司',
  account_name_en: 'Guidon Tours Co., Ltd.',
  account_number: '95123000000017',
  reference: null,
  exactly: 'NT$20,000',
  pay_path: '/l/payment/0b1f4c1e5d6a4f0e9a3c2b7d8e9f0a1b',
}
export const askedFor = { ...remindedOf, before: 'NT$22,000' }
export const paper = {
  serial: 'KIX270310A',
  number: 'KIX270310A-007',
  kind: 'passport',
  traveler: '王小美',
  reason: '照片模糊，看不清護照號碼。',
}
export const wantedPaper = { ...paper, until: '2027-02-08' }
export const unready = {
  serial: 'KIX270310A',
  number: 'KIX270310A-007',
  trip: '關西賞櫻五日',
  trip_en: 'Cherry blossoms in Kansai',
  departure: '2027-03-10',
  missing: '・王小美：缺護照、缺簽證\n・王大明：缺護照英文姓名',
  missing_en: '· 王小美: Passport missing; Visa missing\n· 王大明: Name as in the passport missing',
  until: '2027-02-08',
  soon: null,
}
export const ordered = { number: 'CNX270128A-001', contact: '王小美', payee: '王小美', amount: 'NT$39,900' }

export const approval = {
  number: 'KIX270310A-007',
  contact: '王小美',
  kind: 'discount',
  price: 'NT$39,900 → NT$34,900',
}
export const need = { serial: 'KIX270310A', number: 'KIX270310A-007', traveler: '王小美', kind: 'meal' }
export const place = {
  title: session.title,
  title_en: session.title_en,
  place: '2027/2/25 19:00（台北時間）\n台北總公司 3 樓',
  link: page('l/session'),
}

export const morning = {
  count: 3,
  lines:
    '即將到期的名額保留（2）\n・KIX270310A-007 王小美 2027/1/20（三）\n・KIX270310A-008 林大同 2027/1/21（四）\n\n待報價給客戶（1）\n・AR0000042 王小美 2027/1/22（五）',
  link: page('desk'),
}

const changed = {
  serial: 'KIX270310A',
  number: 'KIX270310A-007',
  traveler: '王小美',
  name: '王小美 → 王曉美',
  surname_en: 'WONG → WANG',
  given_name_en: 'HSIAOMEI → HSIAO-MEI',
  roommates: 'A → B',
  type_before: 'adult',
  type_after: 'child',
  bed_before: 'own',
  bed_after: 'none',
  bed_type_before: 'twin',
  bed_type_after: 'single',
  price: 'NT$91,800 → NT$86,800',
}
export const completed = changed
export const wanted = { ...changed, reason: '機票已開立，姓名不能更改。' }

/** A message about a booking. */
export const said = {
  serial: 'CNX270128A',
  number: 'CNX270128A-001',
  contact: '王小美',
  text: '兩間房可以安排相鄰嗎？',
}
export const returned = {
  serial: 'KIX270310A',
  number: 'KIX270310A-007',
  trip: '關西賞櫻五日',
  trip_en: 'Kansai cherry blossoms',
}
export const answered = {
  serial: 'KIX270310A',
  number: 'KIX270310A-007',
  contact: '王小美',
  trip_score: 4,
  leader_score: 5,
  hotels_score: 2,
  meals_score: 4,
  again_score: 5,
  remarks: '第二晚的飯店離車站很遠，帶行李不方便。',
}
