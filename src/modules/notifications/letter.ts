import { type Locale, say } from '../../kit/words/words.ts'
import { inPlaces, inWords, languages, linesInWords, type Params } from '../languages/languages.ts'
import type { NoticeName, ParamsOf } from '../languages/samples.ts'
import type { Sender } from './sender.ts'

type Recipient = {
  locale: Locale
  name: string | null
  name_en?: string | null
  /** The sender, in a mail to a customer. */
  sender?: Sender | null
}

/**
 * The text of a mail: a greeting, the paragraphs, the link, the sender, and a line that says it was sent automatically. Without a
 * name the greeting is general.
 */
export function letter({ locale, name, name_en, sender }: Recipient, paragraphs: string[], link?: string) {
  const { greeting, greetingWithoutName, link: see, sender: from, signed } = languages[locale].mail
  return [
    name === null ? greetingWithoutName : inPlaces(greeting, { name: say([name, name_en ?? name], locale) }),
    ...paragraphs,
    link === undefined ? '' : inPlaces(see, { link }),
    sender ? linesInWords(from, sender, locale) : '',
    signed,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** A mail with one notice. */
export function mailOf<N extends NoticeName>(notice: N, params: ParamsOf<N>, to: Recipient) {
  const given: Params = { ...params }
  const { title, body } = inWords(notice, given, to.locale)
  return { subject: title, text: letter(to, [body]) }
}
