import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameAllCodes } from '../../code-lists.ts'
import { locales } from '../../kit/words/words.ts'
import { inWords } from '../languages/languages.ts'
import { isNotice, samples } from '../languages/samples.ts'
import { letter, linkTo, mailOf, paragraphsOf, textOf } from './letter.ts'
import { htmlOf } from './letter-html.ts'

nameAllCodes()
const house = {
  name: '旗手旅行社股份有限公司',
  name_en: 'Guidon Tours Co., Ltd.',
  registration_number: '交觀甲 5678',
  address: '台北市中山區民權東路二段 46 號 5 樓',
  address_en: '5F, No. 46, Sec. 2, Minquan E. Rd., Taipei',
  phone: '+886 2 2500 1234',
  email: 'service@guidon.example',
  has_logo: false,
  hue: 190,
  chroma: 2,
}
const sender = { house: '旗手旅行社', house_en: 'Guidon Tours', person: '陳業務', person_en: 'Ann Chen', phone: null }

/** What stands in the body of a page, without its looks. */
const bodyOf = (page: string) =>
  page
    .replace(/^[\s\S]*<body[^>]*>|<\/body>[\s\S]*$/g, '')
    .replace(/ style="[^"]*"/g, '')
    .replace(/(?!^)(?=<p|<div|<\/div)/g, '\n')

const received = {
  ...samples['payment.received'],
  ...{ day: '2083-01-21', balance_due: '2083-02-08', link: 'https://guidon.test/l/booking/TOKEN' },
}

test('a mail is also a page: the same paragraphs, the link as a button with its address, and the house around it', () => {
  const params = { ...samples['booking.contact-asked'], link: 'https://guidon.test/l/contact/TOKEN' }
  const mail = mailOf('booking.contact-asked', params, { locale: 'en', name: null, sender })
  assert.equal(
    bodyOf(htmlOf(mail, house)),
    `<div class="paper" lang="en">
<div>
<p class="brand"><span class="pole"></span><span class="flag"></span>Guidon Tours</p>
<div class="card">
<p>Hello,</p>
<p>The customer of booking KIX270310A-007 wants to get our mails at this address. Open the link within seven days and confirm; until then they go to the former address. If this is not your booking, ignore this mail.</p>
<p><a class="button" href="https://guidon.test/l/contact/TOKEN">Confirm the address</a></p>
<p class="soft"><a class="soft" href="https://guidon.test/l/contact/TOKEN">https://guidon.test/l/contact/TOKEN</a></p>
<p>Guidon Tours<br>Your contact: Ann Chen</p>
<p class="soft">(This mail was sent automatically.)</p>
</div>
<p class="soft"><b>Guidon Tours Co., Ltd.</b> · 交觀甲 5678<br>5F, No. 46, Sec. 2, Minquan E. Rd., Taipei<br>Telephone <span class="unbroken">+886 2 2500 1234</span><br>service@guidon.example</p>
</div>
</div>`,
  )
})

test('amounts stay apart from what they are for, and days are not broken, in both languages', () => {
  const seen = { 'zh-TW': '看付款紀錄', en: 'See your payments' }
  const bodies = locales.map((locale) => {
    const { title, body } = inWords('payment.received', received, locale)
    const to = { locale, name: '王小美', name_en: 'Hsiao-Mei Wang' }
    const link = linkTo(received.link, seen[locale], locale)
    return bodyOf(htmlOf(letter(to, title, paragraphsOf(`${body}\n大人 × 2  NT$79,800`), link), house))
  })
  const cards = bodies.map((body) => body.split('<div class="card">')[1]?.split('</div>')[0]?.trim())
  assert.deepEqual(cards, [
    `<p>王小美 您好：</p>
<p>謝謝您，我們已於 <span class="unbroken">2083/1/21（四）</span>收到您的款項。</p>
<p>KIX270310A 關西賞櫻五日<br>付款方式：銀行轉帳<br>未付餘額：NT$59,800<br>尾款期限：<span class="unbroken">2083/2/8（一）</span><br>大人 × 2\u2003NT$79,800</p>
<p><a class="button" href="https://guidon.test/l/booking/TOKEN">看付款紀錄</a></p>
<p class="soft"><a class="soft" href="https://guidon.test/l/booking/TOKEN">https://guidon.test/l/booking/TOKEN</a></p>
<p class="soft">（本信由系統自動寄出）</p>`,
    `<p>Dear Hsiao-Mei Wang,</p>
<p>Thank you: your payment arrived on <span class="unbroken">Thu 21 Jan 2083</span>.</p>
<p>KIX270310A Cherry blossoms in Kansai<br>Paid by: Bank transfer<br>Still to pay: NT$59,800<br>Balance due: <span class="unbroken">Mon 8 Feb 2083</span><br>大人 × 2\u2003NT$79,800</p>
<p><a class="button" href="https://guidon.test/l/booking/TOKEN">See your payments</a></p>
<p class="soft"><a class="soft" href="https://guidon.test/l/booking/TOKEN">https://guidon.test/l/booking/TOKEN</a></p>
<p class="soft">(This mail was sent automatically.)</p>`,
  ])
})

test('a button has words of its own where those before the link are a sentence, which then stays, or there are none', () => {
  const link = 'https://guidon.test/l/TOKEN'
  const to = { locale: 'en', name: null } as const
  const around = (page: string) => /(?:<p>[^\n]*<\/p>\n)<p><a class="button"[^>]*>([^<]*)<\/a>/.exec(bodyOf(page))
  const invited = around(htmlOf(mailOf('account.invitation', { link }, to), house))
  assert.deepEqual(
    [invited?.[1], invited?.[0].split('\n')[0]],
    ['Set your password', '<p>An account was created for you. Set your password here:</p>'],
  )
  const changed = around(htmlOf(mailOf('booking.contact-changed', { number: 'A-1', link }, to), house))
  assert.deepEqual(
    [changed?.[1], changed?.[0].split('\n')[0]],
    ['Take the change back', '<p>Within seven days you can also take the change back yourself:</p>'],
  )
})

test('a mail about several records has a link at each and no button', () => {
  const link = (id: number) => linkTo(`https://guidon.test/desk/requests/${id}`, 'Open the add-on request', 'en')
  const parts = [
    { title: 'AR1 Approved', text: 'First', link: link(1) },
    { title: 'AR2 Approved', text: 'Second', link: link(2) },
  ]
  const mail = letter({ locale: 'en', name: 'Ann' }, 'AR2 Approved (and 1 more)', parts)
  assert.equal(
    textOf(mail),
    'Dear Ann,\n\nAR1 Approved\nFirst\nOpen the add-on request: https://guidon.test/desk/requests/1\n\nAR2 Approved\nSecond\nOpen the add-on request: https://guidon.test/desk/requests/2\n\n(This mail was sent automatically.)',
  )
  const body = bodyOf(htmlOf(mail, house))
  const at = (id: number) =>
    `<a class="soft" href="https://guidon.test/desk/requests/${id}">https://guidon.test/desk/requests/${id}</a>`
  assert.ok(body.includes(`<p><b>AR1 Approved</b><br>First<br>Open the add-on request: ${at(1)}</p>`), body)
  assert.ok(body.includes(`<p><b>AR2 Approved</b><br>Second<br>Open the add-on request: ${at(2)}</p>`), body)
  assert.doesNotMatch(body, /class="button"/)
})

test('what people typed is text, also in the record of the house, and an address that they typed is no link', () => {
  const typed = '<img src=x onerror="alert(1)"> & https://evil.example/ </style><script>'
  const shown =
    '&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; https://evil.example/ &#60;/style&#62;&#60;script&#62;'
  const to = { locale: 'en', name: typed, sender: { ...sender, person: typed, person_en: typed } } as const
  const parts = [{ title: typed, text: `${typed}\n${typed}` }]
  const named = { name: typed, name_en: typed, registration_number: typed, address_en: typed, phone: typed }
  const page = htmlOf(letter(to, typed, parts, linkTo(received.link, typed, 'en')), {
    ...house,
    ...named,
    email: typed,
  })
  assert.equal(page.split(shown).length - 1, 13)
  assert.deepEqual(
    [...page.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag).filter((tag) => ['img', 'script'].includes(tag ?? '')),
    [],
  )
  assert.deepEqual([...new Set([...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url))], [received.link])
})

test('the colour is that of the house, in light at each element and in dark in the sheet', () => {
  const mail = letter(
    { locale: 'en', name: null },
    'Hello',
    [{ text: 'Hello' }],
    linkTo('https://guidon.test/desk', 'Open', 'en'),
  )
  const violet = htmlOf(mail, { ...house, hue: 300, chroma: 3 })
  const teal = htmlOf(mail, house)
  const button = (page: string) =>
    /class="button" href="[^"]*" style="[^"]*background:(#\w{6});color:(#\w{6})/.exec(page)?.slice(1)
  const dark = (page: string) => /\.button\{background:(#\w{6})!important;color:(#\w{6})/.exec(page)?.slice(1)
  assert.deepEqual([button(teal), dark(teal)].flat(), ['#00635f', '#ffffff', '#73c9c3', '#021a19'])
  assert.deepEqual([button(violet), dark(violet)].flat(), ['#5f4589', '#ffffff', '#c3a6f8', '#191127'])
  assert.ok(violet.includes('prefers-color-scheme:dark'))
})

test('a house with a logo has no drawn flag, and one without a record has the name of the software', () => {
  const mail = letter({ locale: 'zh-TW', name: null }, '您好', [{ text: '您好' }])
  const bare = {
    name: null,
    name_en: null,
    registration_number: null,
    address: null,
    address_en: null,
    phone: null,
    email: null,
  }
  assert.match(bodyOf(htmlOf(mail, { ...house, has_logo: true })), /<p class="brand">旗手旅行社<\/p>/)
  const body = bodyOf(htmlOf(mail, { ...house, ...bare }))
  assert.match(body, /<p class="brand"><span class="pole"><\/span><span class="flag"><\/span>Guidon<\/p>/)
  assert.match(body, /<p class="soft"><b>Guidon<\/b><\/p>/)
})

test('every mail is light, loads nothing, and its text is in its page', () => {
  for (const name of Object.keys(samples).filter(isNotice))
    for (const locale of locales) {
      const mail = mailOf(name, samples[name] as never, { locale, name: '王小美', sender })
      const page = htmlOf(mail, house)
      assert.ok(Buffer.byteLength(page) < 12_000, `${name} has ${Buffer.byteLength(page)} bytes`)
      assert.doesNotMatch(page, /<(?:img|script|link|iframe|table)|url\(|@import/)
      const read = page.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      for (const line of textOf(mail)
        .split('\n')
        .filter((each) => !each.includes('https://')))
        assert.ok(read.includes(line.replaceAll('  ', '\u2003')), `${name}: ${line}`)
      for (const [, href = ''] of page.matchAll(/href="([^"]*)"/g)) assert.match(href, /^https:\/\/guidon\.example\//)
    }
})
