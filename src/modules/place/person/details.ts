import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { refuseField } from '../../../kit/errors.ts'
import type { Visit } from '../../../kit/http/pages/forms.ts'
import { html } from '../../../kit/http/pages/html.ts'
import { card, done, sending } from '../../../kit/http/pages/parts.ts'
import { emptying, type Fields, type Form, form, tidied } from '../../../kit/http/pages/sent.ts'
import { throttle } from '../../../kit/throttle.ts'
import { locales, say, type Words } from '../../../kit/words/words.ts'
import { limits } from '../../../limits.ts'
import { changeOrAsk } from '../../bookings/change-requests/change-or-ask.ts'
import { TravelerCompletion } from '../../bookings/manage.ts'
import { fields } from '../../form-fields.ts'
import { optionLabel } from '../../options/labels.ts'
import { optionValues } from '../../options/values.ts'
import type { Translate } from '../../page-words.ts'
import { asInPassport } from '../../travelers/rules.ts'
import { EnteredTraveler } from '../../travelers/schema.ts'
import { askedOfTraveler } from '../../travelers/words.ts'
import { callerOf, type Holder, type May } from '../holder.ts'
import type { Guest } from '../reads.ts'
import { changeOncePriceIsSeen } from './price.ts'

/** The details that a traveler fills in. */
export function detailsCard(guest: Guest, birthday: string | undefined, visit: Visit, t: Translate, may: May) {
  const form = `traveler-${guest.id}`
  const { sent } = visit
  const body = detailFields(guest, birthday, { ...visit, form }, t, may)
  return card(
    t('旅客資料', 'Details'),
    html`
${visit.done === form && done(t('已儲存。', 'Saved.'))}
${sending({ name: form, sent, body, button: t('儲存', 'Save') })}`,
    { id: 'details' },
  )
}

type OnForm = Pick<Visit, 'sent' | 'locale'> & { form: string }

const detailFields = (
  guest: Guest,
  birthday: string | undefined,
  { form, sent, locale }: OnForm,
  t: Translate,
  may: May,
) => {
  const { birth_date, passport_number, allergies } = guest
  const { surname_en, given_name_en } = askedOfTraveler
  const asked = t(
    '填了會寄一封信，請這位旅客自己確認信箱；之後集合與航班也會寄給他。',
    'We ask this traveler by mail to confirm the address; then changes of the meeting point and the flights go there too.',
  )
  const names = may.changeEmail ? shownNames : shownNames.filter((name) => name !== 'email')
  return fields(EnteredTraveler, names, {
    ...{
      form,
      sent,
      locale,
      pairs: true,
      values: { ...guest, birth_date: null, passport_number: null, allergies: null },
    },
    masked: { birth_date: birth_date && (birthday ?? birth_date), passport_number, allergies },
    own: {
      ...askedOfTraveler,
      // A name can be changed, and not removed.
      surname_en: { ...surname_en, isRequired: guest.surname_en !== null },
      given_name_en: { ...given_name_en, isRequired: guest.given_name_en !== null },
      email: { hint: asked },
    },
  })
}
const shownNames = [
  'surname_en',
  'given_name_en',
  'birth_date',
  'gender',
  'passport_number',
  'passport_expires_on',
  'nationality',
  'passport_country',
  'meal_requirement',
  'mobile',
  'emergency_name',
  'emergency_phone',
  'email',
  'allergies',
] as const

/** The fields of the form, and the total that the customer saw and agreed to. */
const AgreedCompletion = Type.Partial(Type.Object({ ...EnteredTraveler.properties, agreed_price: Type.Number() }))
// Another address would be asked anew, so the contact or the office enters it.
const OwnCompletion = Type.Omit(TravelerCompletion, ['email'])

/** The form of the details. A traveler changes only its own. */
export function detailsForms(app: FastifyInstance, holder: Holder, visit: Visit) {
  return { traveler: holder.as === 'traveler' ? ownForm(app, holder) : travelerForm(app, holder, visit) }
}

const ownForm = ({ keys }: FastifyInstance, holder: Holder) =>
  detailsForm(
    form(OwnCompletion, async (tx, body, id) => {
      await throttle(tx, limits['changes of traveler by link'], id)
      await changeOrAsk(tx, callerOf(holder, keys), id, body, undefined)
      return undefined
    }),
  )

// A change that moves the price is saved only after the new total was shown.
const travelerForm = ({ keys }: FastifyInstance, holder: Holder, { locale }: Visit) =>
  detailsForm(
    form(AgreedCompletion, (tx, { agreed_price, ...body }, id) =>
      changeOncePriceIsSeen(tx, { name: `traveler-${id}`, id, body, agreed_price }, callerOf(holder, keys), locale),
    ),
  )

const detailsForm = (given: Form) => emptying(tidied(given, asStored), shownInFull)
// An empty field of a value that is masked means that the value stays.
const shownInFull = [
  'gender',
  'passport_expires_on',
  'nationality',
  'passport_country',
  'meal_requirement',
  'mobile',
  'email',
  'emergency_name',
  'emergency_phone',
]

/** Writes names and numbers in capitals, as in a passport, and countries as their codes. */
export function asStored(texts: Fields): Fields {
  const stored: Fields = asInPassport({ ...texts })
  for (const name of ofCountry) {
    const code = codes.get(String(stored[name]).toLowerCase())
    if (code) stored[name] = code
  }
  for (const name of ofCountry) if (stored[name] && !isCountry(String(stored[name]))) refuseField(name, unknownCountry)
  return stored
}
const isCountry = (code: string) => optionValues.nationality.some((each) => each === code)
// The list of all codes would not help a customer, who types names.
const unknownCountry: Words = [
  '請從清單選擇國家或地區，例如「日本」。',
  'Choose a country or region from the list, such as Japan.',
]
const ofCountry = ['nationality', 'passport_country']
const codes = new Map(
  locales.flatMap((locale) =>
    optionValues.nationality.map(
      (code) => [say(optionLabel('nationality', code), locale).toLowerCase(), code] as const,
    ),
  ),
)
