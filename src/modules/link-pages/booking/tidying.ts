import type { Fields } from '../../../kit/http/pages/sent.ts'

/** Names and numbers as a passport has them, however they were typed. */
export const inCapitals = (texts: Fields): Fields => {
  const upper = Object.entries(texts)
    .filter(([name]) => ['surname_en', 'given_name_en', 'passport_number'].includes(name))
    .map(([name, text]) => [name, String(text).toUpperCase().replace(/\s+/g, ' ')])
  return { ...texts, ...Object.fromEntries(upper) }
}
