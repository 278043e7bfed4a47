import { type Locale, locales } from '../../kit/words/words.ts'
import { inWords, languages, type Params } from '../languages/languages.ts'
import { isNotice, type NoticeName, samples } from '../languages/samples.ts'
import { isMailed } from './actions.ts'
import { letter } from './letter.ts'

type Channel = 'app' | 'mail'
type Said = { locale: Locale; subject: string; text: string }
export type Preview = { name: NoticeName; channels: readonly Channel[]; said: readonly Said[] }

/** Everything that people are told, with examples of what it is about. */
export const allPreviews = () => Object.keys(samples).filter(isNotice).map(previewOf)

/** The record that it is about: the first word of its name. */
export const groupOf = ({ name }: Preview) => name.split('.')[0] ?? name

/** A notice with the example of its parameters, in all languages: the mail if it is mailed, or else what the app shows. */
const previewOf = (name: NoticeName): Preview => {
  const channels = channelsOf(name)
  return { name, channels, said: locales.map((locale) => saidIn(name, locale, channels.includes('mail'))) }
}

const saidIn = (name: NoticeName, locale: Locale, isMail: boolean): Said => {
  const { title, body } = inWords(name, samples[name], locale)
  const addressee = isUnproved(name) ? null : languages[locale].addressee
  return { locale, subject: title, text: isMail ? letter({ locale, name: addressee }, [body], linkOf(name)) : body }
}

// A mail to an address that is not proved greets nobody by name.
const isUnproved = (name: NoticeName) => /\/unproved$|^seminar-guest|^booking\.contact-changed/.test(name)

// The others have a link of their own in their text, or none.
const linkOf = (name: NoticeName) =>
  isMailed(name) && !isOnlyMail(name) ? 'https://guidon.example/l/booking/q3Jx…' : undefined

const isOnlyMail = (name: NoticeName) => isUnproved(name) || /^(account|second-factor)\.|\/mail$/.test(name)

const channelsOf = (name: NoticeName): readonly Channel[] => {
  const params: Params = samples[name]
  if (isOnlyMail(name)) return ['mail']
  return isMailed(name) || params.link !== undefined ? ['app', 'mail'] : ['app']
}
