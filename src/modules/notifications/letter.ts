import { type Locale, say } from '../../kit/words/words.ts'
import { inPlaces, inWords, languages, type Params } from '../languages/languages.ts'
import type { NoticeName, ParamsOf } from '../languages/samples.ts'

type Recipient = { locale: Locale; name: string | null; name_en?: string | null }

/** The text of a mail: a greeting, the paragraphs, the link, and a line that says it was sent automatically. Without a name it greets nobody in particular. */
export function letter({ locale, name, name_en }: Recipient, paragraphs: string[], link?: string) {
  const { greeting, greetingWithoutName, link: see, signed } = languages[locale].mail
  return [
    name === null ? greetingWithoutName : inPlaces(greeting, { name: say([name, name_en ?? name], locale) }),
    ...paragraphs.filter(Boolean),
    ...(link === undefined ? [] : [inPlaces(see, { link })]),
    signed,
  ].join('\n\n')
}

/** A mail that says one thing. */
export function mailOf<N extends NoticeName>(notice: N, params: ParamsOf<N>, to: Recipient) {
  const given: Params = { ...params }
  const { title, body } = inWords(notice, given, to.locale)
  return { subject: title, text: letter(to, [body]) }
}
