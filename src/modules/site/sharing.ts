import { html, type Markup } from '../../kit/http/pages/html.ts'
import { type Locale, locales, say } from '../../kit/words/words.ts'
import { brandOf, type Translate } from '../page-words.ts'
import { type Frame, pathIn } from './frame.ts'
import { iconPath } from './icons.ts'

/** The picture that other programs show beside a link to a page. */
export type PictureOfPage = { url: string; width: number; height: number; alt: string }

type Told = { title: string; description: string; path: string; picture?: PictureOfPage }

/**
 * What LINE, Facebook and others show of a page. The address is the page's own, also where search engines list another page in its place:
 * a departure is shared with its own day and price.
 */
export function sharingTags({ title, description, path, picture }: Told, frame: Frame, locale: Locale, origin: string) {
  const brand = brandOf(frame.house, locale)
  const { url, width, height, alt } = picture ?? {
    url: iconPath('filled-512', frame),
    width: 512,
    height: 512,
    alt: brand,
  }
  const image = origin + url
  return html`
<meta property="og:type" content="website">
<meta property="og:site_name" content="${brand}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${origin}${pathIn(locale, path)}">
<meta property="og:locale" content="${localeOf(locale)}">
${locales.filter((each) => each !== locale).map((each) => html`<meta property="og:locale:alternate" content="${localeOf(each)}">`)}
<meta property="og:image" content="${image}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${description}">
<meta name="twitter:image" content="${image}">
<meta name="twitter:image:alt" content="${alt}">`
}

const localeOf = (locale: Locale) => say(['zh_TW', 'en_US'], locale)

/** How a visitor passes on a page. It has no script: the address is chosen as a whole by one press, and phones share a page by their own menu. */
export function sharePart(address: string, title: string, t: Translate): Markup {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n${address}`)}`
  return html`
<section class="part">
  <h2>${t('分享這一頁', 'Share this page')}</h2>
  <p class="does">
    <a class="button small" href="${lineShare(address)}" rel="nofollow noopener">${t('用 LINE 傳', 'Send by LINE')}</a>
    <a class="button small" href="${mail}">${t('用信件傳', 'Send by mail')}</a>
  </p>
  <p class="address soft">${address}</p>
</section>`
}

/** The page of LINE that sends an address to friends. */
export function lineShare(address: string) {
  return `https://social-plugins.line.me/lineit/share?url=${encodeURIComponent(address)}`
}
