import { type Locale, say } from '../../kit/words/words.ts'
import { inWords, languages, linesInWords, type Params, withParams } from '../languages/languages.ts'
import type { NoticeName, Param, ParamsOf } from '../languages/samples.ts'
import type { Sender } from './letter-sender.ts'

/** What a mail says. Its text (`textOf`) and its page (`htmlOf`) are both made of this. */
export type Letter = { locale: Locale; subject: string; paragraphs: readonly Paragraph[] }

export type Paragraph = {
  title?: string
  text: string
  /** Where it leads, in its last line. */
  link?: Link
  /** What is said in every mail. */
  isAside?: boolean
}
/** The address of a link, the line of the text that ends with it, and the words of its button. */
export type Link = { href: string; line: string; label: string }

type Recipient = {
  locale: Locale
  name: string | null
  name_en?: string | null
  /** The sender, in a mail to a customer. */
  sender?: Sender | null
}

/**
 * The whole letter: a greeting, the paragraphs, the link, the sender, and a line that says it was sent automatically. Without a
 * name the greeting is general.
 */
export function letter(to: Recipient, subject: string, paragraphs: readonly Paragraph[], link?: Link): Letter {
  const { locale, name, name_en, sender } = to
  const { greeting, greetingWithoutName, sender: from, signed } = languages[locale].mail
  const greeted =
    name === null ? greetingWithoutName : withParams(greeting, { name: say([name, name_en ?? name], locale) })
  const all: Paragraph[] = [
    { text: greeted },
    ...paragraphs,
    { text: '', ...(link && { link }) },
    { text: sender ? linesInWords(from, sender, locale) : '' },
    { text: signed, isAside: true },
  ]
  return { locale, subject, paragraphs: all.filter(isSaid) }
}
const isSaid = ({ title, text, link }: Paragraph) => Boolean(title || text || link)

/** The line that leads to the page of a notice. */
export function linkTo(href: string, label: string, locale: Locale): Link {
  return linkIn(withParams(languages[locale].mail.link, { label, link: href }), href, label)
}

/** A mail with one notice. */
export function mailOf<N extends NoticeName>(notice: N, params: ParamsOf<N>, to: Recipient): Letter {
  const given: Params = { ...params }
  const { title, body } = inWords(notice, given, to.locale)
  const href = typeof given.link === 'string' ? given.link : undefined
  return letter(to, title, paragraphsOf(body, href, languages[to.locale].mail.buttons[notice]))
}

/** The parameters of a mail: the page where something is paid is a whole address in it. */
export function mailedParams<P extends { pay_path?: Param }>(params: P, publicUrl: string): P {
  return params.pay_path ? { ...params, pay_path: `${publicUrl}${params.pay_path}` } : params
}

/** The paragraphs of a text. One that ends with the address leads there. */
export function paragraphsOf(text: string, href?: string, label?: string): Paragraph[] {
  return text.split('\n\n').map((whole) => {
    if (href === undefined || !whole.endsWith(href)) return { text: whole }
    const begin = whole.lastIndexOf('\n') + 1
    return { text: whole.slice(0, Math.max(begin - 1, 0)), link: linkIn(whole.slice(begin), href, label) }
  })
}

// The words before the address name the button, unless it has words of its own.
const linkIn = (line: string, href: string, label = beforeAddress({ line, href }).replace(/[：:] ?$/, '')): Link => ({
  href,
  line,
  label,
})

/** What the line of a link says before its address. */
export function beforeAddress({ line, href }: Pick<Link, 'line' | 'href'>) {
  return line.slice(0, -href.length)
}

/** The letter as plain text. */
export function textOf({ paragraphs }: Letter) {
  return paragraphs.map(({ title, text, link }) => [title, text, link?.line].filter(Boolean).join('\n')).join('\n\n')
}
