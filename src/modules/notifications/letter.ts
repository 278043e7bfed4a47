import type { Locale } from '../../kit/words/words.ts'
import { inPlaces, inWords, languages, type Params } from '../languages/languages.ts'
import type { NoticeName, ParamsOf } from '../languages/samples.ts'

/** The text of a mail: a greeting, the paragraphs, the link, and a line that says it was sent automatically. Without a name it greets nobody in particular. */
export const letter = (locale: Locale, name: string | null, paragraphs: string[], link?: string) => {
  const { greeting, greetingWithoutName, link: see, signed } = languages[locale].mail
  return [
    name === null ? greetingWithoutName : inPlaces(greeting, { name }),
    ...paragraphs.filter(Boolean),
    ...(link === undefined ? [] : [inPlaces(see, { link })]),
    signed,
  ].join('\n\n')
}

type Recipient = { locale: Locale; name: string | null }

/** A mail that says one thing. */
export const mailOf = <N extends NoticeName>(notice: N, params: ParamsOf<N>, { locale, name }: Recipient) => {
  const given: Params = { ...params }
  const { title, body } = inWords(notice, given, locale)
  return { subject: title, text: letter(locale, name, [body]) }
}
