import { phoneKey } from '../../kit/phones.ts'

/**
 * The search pattern for `persons.sought`: a telephone number by its digits, any other text in lower case, with spaces for hyphens.
 */
export function soughtAs(text: string) {
  return `%${(isPhone(text) ? phoneKey(text) : nameKey(text)).replace(/[\\%_]/g, '\\$&')}%`
}

const isPhone = (text: string) => /^[+\d][\d ()#-]{3,}$/.test(text)
const nameKey = (text: string) => {
  const plain = text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
  return plain.includes('@') ? plain : plain.replaceAll('-', ' ')
}
