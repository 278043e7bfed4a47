import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { nameAllCodes } from '../code-lists.ts'
import { day, email, line, nullable, oneOf, phone, text, whole } from '../kit/fields.ts'
import { fields } from './form-fields.ts'
import { EnteredTraveler } from './travelers/schema.ts'
import { askedOfTraveler } from './travelers/words.ts'

nameAllCodes()

const Asked = Type.Object({
  name: line(40),
  phone: nullable(phone()),
  email: nullable(email()),
  birth_date: nullable(day()),
  quantity: whole(1, 9),
  gender: nullable(oneOf(['female', 'male'])),
  notes: nullable(text(500)),
})
const on = { form: 'ask', sent: undefined, locale: 'en' } as const

/** The markup of a form, a tag a line. */
const tags = ({ markup }: { markup: string }) => markup.replace(/\s*\n\s*/g, '').replace(/(?<=>)(?=<)/g, '\n')

test('a field is made from its schema: label, type, limits, what is required, and the choices in words', () => {
  const made = tags(fields(Asked, ['name', 'phone', 'email', 'birth_date', 'quantity', 'gender', 'notes'], on))
  const required = 'data-required="required"'
  for (const tag of [
    `<label for="ask-name" ${required}>Name</label>`,
    '<input class="input" type="text" id="ask-name" name="name" required value="" autocomplete="off" maxlength="40">',
    '<label for="ask-phone">Phone</label>',
    '<input class="input" type="tel" id="ask-phone" name="phone" value="" autocomplete="tel" maxlength="30">',
    '<input class="input" type="text" id="ask-email" name="email" value="" inputmode="email" autocapitalize="none" spellcheck="false" autocomplete="email" maxlength="254">',
    '<input class="input" type="date" id="ask-birth_date" name="birth_date" value="" autocomplete="off">',
    `<label for="ask-quantity" ${required}>Quantity</label>`,
    '<input class="input" type="number" id="ask-quantity" name="quantity" required value="" autocomplete="off" min="1" max="9">',
    '<option value="" selected>Please choose</option>\n<option value="female">Female</option>\n<option value="male">Male</option>\n</select>',
    '<textarea class="input" rows="3" id="ask-notes" name="notes" autocomplete="off" maxlength="500">',
  ])
    assert.ok(made.includes(tag), `${tag} is not in\n${made}`)
})

test('a page gives values, and its own words, hints and choices of what is required', () => {
  const { markup } = fields(Asked, ['name', 'gender', 'email'], {
    ...{ ...on, locale: 'zh-TW', values: { name: '<王>', gender: 'male' } },
    own: {
      name: { label: ['聯絡人姓名', 'Name of the contact'], isRequired: false },
      gender: { isRequired: true, none: ['之後再填', 'Later'] },
      email: { hint: '確認信寄到這裡。' },
    },
  })
  assert.match(markup, /<label for="ask-name">聯絡人姓名<\/label><input [^>]*name="name" value="&#60;王&#62;"/)
  assert.match(markup, /<label for="ask-gender" data-required="必填">性別<\/label><select [^>]*name="gender" required>/)
  assert.match(markup, /<option value="">之後再填<\/option>.*<option value="male" selected>男<\/option>/)
  assert.match(markup, /aria-describedby="ask-email-hint".*<p class="hint" id="ask-email-hint">確認信寄到這裡。<\/p>/)
})

test('a refused form has what was typed, and what is wrong beside its field', () => {
  const sent = { form: 'ask', fields: { phone: 'x' }, says: '', faults: { phone: ['Invalid format.'] } }
  const names = ['phone', 'email'] as const
  const { markup } = fields(Asked, names, { ...on, sent, values: { phone: '0912 345 678', email: 'mei@example.com' } })
  assert.match(markup, /name="phone" aria-describedby="ask-phone-fault" aria-invalid="true" autofocus value="x"/)
  assert.match(markup, /<p class="fault" id="ask-phone-fault">Invalid format.<\/p>/)
  assert.match(markup, /name="email" value="mei@example.com"/)
})

test('a masked value is shown with its input behind "change", which is open once something was typed', () => {
  const given = { ...on, masked: { birth_date: '••••-06-15' } }
  const label = '<span class="label">Birth date</span><span>••••-06-15</span><span class="change">change</span>'
  const { markup } = fields(Asked, ['birth_date'], given)
  assert.ok(markup.startsWith(`<details class="kept"><summary>${label}</summary><div class="field">`), markup)
  assert.match(markup, /name="birth_date" value=""/)
  const sent = { form: 'ask', fields: { birth_date: '2199-01-01' }, says: '', faults: {} }
  const again = fields(Asked, ['birth_date'], { ...given, sent }).markup
  assert.match(again, /^<details class="kept" open>.*name="birth_date" value="2199-01-01"/)
})

test('pairs stand side by side, and a long text has the whole width', () => {
  const { markup } = fields(Asked, ['name', 'phone', 'email', 'notes', 'gender'], { ...on, pairs: true })
  const order = markup.match(/<div class="pair">|(?<= name=")\w+/g)
  assert.deepEqual(order, ['<div class="pair">', 'name', 'phone', 'email', 'notes', 'gender'])
})

test('a country is typed by its name, with one list for all fields; names of passports are typed in capitals', () => {
  const { markup } = fields(EnteredTraveler, ['surname_en', 'nationality', 'passport_country'], {
    ...{ ...on, values: { nationality: 'JP' }, own: askedOfTraveler },
  })
  assert.match(
    markup,
    />Surname as in the passport<\/label><input [^>]* autocomplete="off" autocapitalize="characters" spellcheck="false">/,
  )
  assert.match(markup, /name="nationality" value="Japan" list="countries" autocomplete="off"/)
  assert.equal(markup.split('<option value="Japan">').length, 2)
})
