import { Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { defaulted, described, flag, formed, labelled, line, nullable, oneOf, text, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { resource } from '../../kit/resource/resource.ts'
import { locales } from '../../kit/words/words.ts'
import { moneyReaders } from '../roles.ts'
import { documentOf } from './document.ts'
import { readFrame } from './frame.ts'
import { ownPage } from './own-page.ts'

const LONGEST = 20_000

/** A page of the agency on the public site, in its own words. */
const fields = Type.Object({
  slug: labelled(
    described(
      formed('^[a-z0-9][a-z0-9-]{0,78}[a-z0-9]$', 'about-us'),
      '網址 `/pages/{slug}` 的一部分：小寫字母、數字與連字號。A part of its address: small letters, digits and hyphens.',
    ),
    ['網址名稱', 'Name in the address'],
  ),
  title: labelled(line(100, '關於我們'), ['標題', 'Title']),
  title_en: labelled(nullable(line(100, 'About us')), ['英文標題', 'Title in English']),
  body: labelled(described(text(LONGEST, '## 我們的領隊\n\n每一團都有自己的領隊。'), 'Markdown。'), ['內文', 'Text']),
  body_en: labelled(nullable(text(LONGEST, '## Our leaders\n\nEvery group has its own leader.')), [
    '英文內文',
    'Text in English',
  ]),
  sequence: labelled(defaulted(whole(1, 999)), ['順序', 'Order']),
  in_menu: labelled(defaulted(described(flag(), '每頁頁尾有它的連結。The foot of each page leads to it.')), [
    '列在頁尾',
    'At the foot of each page',
  ]),
  is_published: labelled(defaulted(flag()), ['公開', 'Published']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    site_pages: Table<typeof fields>
  }
}

const writers = ['department', 'admin'] as const

const { title, title_en, body, body_en } = fields.properties
const Preview = Type.Object({ title, title_en, body, body_en, locale: oneOf(locales) })

/** A page as visitors will see it, before it is saved. */
const preview = (on: On) =>
  on.post(
    '/preview',
    {
      access: writers,
      name: 'previewSitePage',
      summary: 'A page of the agency as visitors will see it, as an HTML document; nothing is saved',
      body: Preview,
      returns: Type.Object({ document: Type.String() }),
    },
    async ({ tx, body: { locale, title_en = null, body_en = null, ...written } }) => {
      const page = ownPage({ slug: '', title_en, body_en, ...written }, locale)
      const frame = await readFrame(tx, {})
      const shown = { ...page, path: '/', isListed: false, isFramed: true }
      return { document: documentOf(shown, frame, locale, { origin: '', office: undefined }).markup }
    },
  )

constraint('site_pages_slug', 'slug', ['另一頁已使用這個網址。', 'Another page has this address.'])

/** `/api/site/pages`: the pages of the agency. */
export default resource(
  {
    table: 'site_pages',
    noun: ['網站頁面', 'page of the site'],
    fields,
    search: ['slug', 'title', 'title_en'],
    filter: ['is_published'],
    sort: ['sequence', 'slug', 'title'],
    order: 'sequence',
    access: { read: moneyReaders, write: writers },
  },
  preview,
)
