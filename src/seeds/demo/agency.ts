import { sql } from 'kysely'
import { insertMissing, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { changeHouse } from '../../modules/house/actions.ts'
import type { Calendar } from './calendar.ts'

const contacts = {
  address: '台北市中山區民權東路二段 46 號 5 樓',
  address_en: '5F, No. 46, Sec. 2, Minquan E. Rd., Taipei',
  phone: '+886 2 2555 0100',
  emergency_phone: '+886 912 555 100',
  email: 'office@demo.guidon.local',
  complaint_contact: '客服部 林經理',
  complaint_phone: '+886 2 2555 0180',
  complaint_email: 'care@demo.guidon.local',
}
const identity = {
  name: '旗手旅行社股份有限公司',
  name_en: 'Guidon Tours Co., Ltd.',
  kind: 'class_a',
  registration_number: '交觀甲 0000（示範）',
  guarantee_number: '品保北 0000（示範）',
  tax_id: '00000000',
  representative: '周文彬',
} as const
const bank = {
  ...{ name: '示範銀行 民權分行', name_en: 'Demo Bank, Minquan branch', code: '000', account_number: '000-000-000000' },
  ...{ account_name: identity.name, account_name_en: identity.name_en },
}

/** The agency of the demo and its two branches. */
export async function openAgency(tx: Tx, { day }: Calendar) {
  const insured = {
    insurer: '示範產物保險',
    insurer_en: 'Demo Insurance',
    starts_on: `${day('-120')}`,
    ends_on: `${day('245')}`,
  }
  const liability_insurance = { ...insured, policy_number: 'DEMO-L-001', sum: 60_000_000 }
  const performance_insurance = { ...insured, policy_number: 'DEMO-P-001', sum: 40_000_000 }
  await changeHouse(tx, { ...identity, ...contacts, bank, liability_insurance, performance_insurance }, undefined)
  await sql`insert into branches (code, name, name_en, address, phone, sort_order) values
    ('TAIPEI', '台北總公司', 'Taipei head office', ${contacts.address}, ${contacts.phone}, 1),
    ('TAICHUNG', '台中分公司', 'Taichung branch', '台中市西屯區台灣大道三段 99 號', '+886 4 2555 0100', 2)`.execute(tx)
}

/** The demo shows its trips in public, in frames of a site on the own computer, and two pages of its own. */
export async function openSite(tx: Tx) {
  const hosts = ['http://localhost:3001']
  await tx
    .updateTable('site')
    .set({ is_on: true, seats_shown: 'exact', hosts, payment_methods: ['bankTransfer', 'creditCard', 'cash'] })
    .execute()
  await insertMissing(
    tx,
    'site_pages',
    seedRows('demo/site-pages').map((page) => ({ ...page, is_published: true })),
  )
}

/** Every fourth trip belongs to Taichung, where one of the sales people works. */
export async function assignBranches(tx: Tx, inTaichung: { id: number }) {
  const branch = (isTaichung: ReturnType<typeof sql>) =>
    sql`(select id from branches where code = case when ${isTaichung} then 'TAICHUNG' else 'TAIPEI' end)`
  await sql`update users set branch_id = ${branch(sql`users.id = ${inTaichung.id}`)}
    where role in ('admin', 'sales', 'department')`.execute(tx)
  await sql`update planned_trips set branch_id = ${branch(sql`planned_trips.id % 4 = 0`)}`.execute(tx)
}
