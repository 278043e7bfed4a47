import { html } from '../../kit/http/pages/html.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { nameIn } from '../page-words.ts'
import type { SitePage } from './document.ts'
import { beginningOf, markupOf } from './markdown.ts'
import type { OwnPage } from './reads.ts'
import { ownSheetPath } from './sheet.ts'

/** A page of the agency. What is not written in English is shown in Chinese. */
export function ownPage({ slug, title, title_en, body, body_en }: OwnPage, locale: Locale): SitePage {
  const text = say([body, body_en ?? body], locale)
  const inChinese = (is: boolean) => say([false, is], locale) && html` lang="zh-Hant"`
  const name = nameIn({ name: title, name_en: title_en }, locale)
  return {
    title: name,
    description: beginningOf(text),
    path: `/pages/${slug}`,
    sheet: ownSheetPath,
    body: html`
<div class="wrap leaf">
  <h1${inChinese(!title_en)}>${name}</h1>
  <div class="own-text"${inChinese(!body_en)}>${markupOf(text)}</div>
</div>`,
  }
}
