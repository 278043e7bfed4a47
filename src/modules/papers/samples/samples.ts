import { readFile } from 'node:fs/promises'

/** The facts from which samples of the templates are printed: those of the demo, with an invented agency. */
export async function readSamples() {
  const all: Record<string, object> = JSON.parse(await readFile(new URL('facts.json', import.meta.url), 'utf8'))
  return Object.entries(all).map(([template, own]) => ({ template, own, facts: { ...sampleAgency, ...own } }))
}

const insurance = {
  ...{ insurer: '示範產物保險', insurer_en: 'Demo Insurance', policy_number: 'DEMO-001' },
  ...{ sum: 60_000_000, starts_on: '2026-01-01', ends_on: '2026-12-31' },
}

/** An invented agency for samples of papers. */
const sampleAgency = {
  printed_at: '2026-11-22T10:30',
  currency: 'TWD',
  size: 'a4',
  house: {
    accent: '#0f4c5c',
    name: '旗手旅行社股份有限公司',
    name_en: 'Guidon Tours Co., Ltd.',
    kind: 'class_a',
    registration_number: '交觀甲 0000（示範）',
    guarantee_number: '品保北 0000（示範）',
    representative: '王大明',
    address: '台北市中山區民權東路二段 46 號 5 樓',
    address_en: '5F, No. 46, Sec. 2, Minquan E. Rd., Taipei',
    phone: '+886 2 2555 0100',
    emergency_phone: '+886 912 555 100',
    email: 'office@demo.guidon.local',
    website: null,
    tax_id: null,
    terms: null,
    terms_en: null,
    complaint_contact: '客服部 陳經理',
    complaint_phone: '+886 2 2555 0101',
    complaint_email: null,
    bank: {
      ...{ name: '示範銀行', name_en: 'Demo Bank', code: '000', account_number: '000-000-000000' },
      ...{ account_name: '旗手旅行社股份有限公司', account_name_en: 'Guidon Tours Co., Ltd.' },
    },
    liability_insurance: insurance,
    performance_insurance: insurance,
    logo: null,
  },
}
