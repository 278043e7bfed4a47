import { countryName } from '../../kit/words/countries.ts'
import type { Words } from '../../kit/words/words.ts'
import { type OptionList, type OptionValue, optionValues } from './values.ts'

const noPreference = ['不指定', 'No preference'] as const
const other = ['其他', 'Other'] as const

/** The label of a value. A stored value that was removed from the list is shown as it is. */
export function optionLabel(list: string, value: string): Words {
  const said: Record<string, Record<string, Words>> = labels
  return said[list]?.[value] ?? [value, value]
}

const labels: { [L in OptionList]: Record<OptionValue<L>, Words> } = {
  'passport-status': {
    has: ['已有護照', 'Has a passport'],
    agency: ['無護照，請旅行社代辦', 'No passport; the agency applies'],
    self: ['無護照，自行辦理', 'No passport; applies in person'],
  },
  'meal-requirements': {
    none: ['無特殊需求', 'No special meal'],
    vegetarian: ['素食', 'Vegetarian'],
    'lacto-ovo': ['蛋奶素', 'Lacto-ovo vegetarian'],
  },
  'food-restrictions': {
    牛: ['牛', 'Beef'],
    羊: ['羊', 'Lamb'],
    豬: ['豬', 'Pork'],
    雞: ['雞', 'Chicken'],
    鴨: ['鴨', 'Duck'],
    魚: ['魚', 'Fish'],
    海鮮: ['海鮮', 'Seafood'],
  },
  'ticket-handling': {
    none: ['團體票', 'Group ticket'],
    premium: ['升等機票', 'Upgraded ticket'],
    individual: ['個人票', 'Individual ticket'],
  },
  'class-preference': {
    none: noPreference,
    premium: ['豪華經濟艙', 'Premium economy'],
    business: ['商務艙', 'Business class'],
  },
  nationality: Object.fromEntries(optionValues.nationality.map((code) => [code, countryName(code)])),
  'bed-type': {
    none: noPreference,
    twin: ['兩張單人床', 'Twin beds'],
    double: ['一張雙人床', 'Double bed'],
    single: ['單人房', 'Single room'],
  },
  'seat-preference': { none: noPreference, window: ['靠窗', 'Window'], aisle: ['走道', 'Aisle'] },
  'payment-method': {
    creditCard: ['信用卡', 'Credit card'],
    bankTransfer: ['銀行轉帳', 'Bank transfer'],
    cash: ['現金', 'Cash'],
  },
  'travel-purpose': { honeymoon: ['蜜月旅行', 'Honeymoon'], family: ['家庭旅遊', 'Family trip'], other },
  'marketing-source': {
    socialMedia: ['社群媒體', 'Social media'],
    lineAds: ['LINE 廣告', 'LINE ads'],
    googleWebsite: ['Google／官方網站', 'Google or our website'],
    lineGroup: ['LINE 群組', 'LINE group'],
    referral: ['親友介紹', 'Referral'],
    other,
  },
}
