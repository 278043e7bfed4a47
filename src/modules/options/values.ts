import { countryCodes } from '../../kit/words/countries.ts'

const first = ['TW', 'CN', 'HK', 'JP', 'US']

/** The values of every option list, in the order of forms. New data is validated against these. */
export const optionValues = {
  'passport-status': ['has', 'agency', 'self'],
  'meal-requirements': ['none', 'vegetarian', 'lacto-ovo'],
  'food-restrictions': ['牛', '羊', '豬', '雞', '鴨', '魚', '海鮮'],
  'ticket-handling': ['none', 'premium', 'individual'],
  'class-preference': ['none', 'premium', 'business'],
  nationality: [...first, ...countryCodes.filter((code) => !first.includes(code))],
  'bed-type': ['none', 'twin', 'double', 'single'],
  'seat-preference': ['none', 'window', 'aisle'],
  'payment-method': ['creditCard', 'bankTransfer', 'cash'],
  'travel-purpose': ['honeymoon', 'family', 'other'],
  'marketing-source': ['socialMedia', 'lineAds', 'googleWebsite', 'lineGroup', 'referral', 'other'],
} as const

export type OptionList = keyof typeof optionValues
export type OptionValue<L extends OptionList> = (typeof optionValues)[L][number]
