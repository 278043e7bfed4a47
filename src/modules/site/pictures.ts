import type { FastifyInstance } from 'fastify'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import { type PublicPicture, sizeAt } from '../packages/pictures.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { type Covered, coverPath } from './covers.ts'

type Shown = {
  /** The width at which the page shows it, as the attribute `sizes` says it. */
  sizes: string
  /** The first picture of a page is loaded at once, all others when they come near. */
  isFirst?: boolean
}

/** A photograph in the size that the screen needs. */
function photograph(picture: PublicPicture, { sizes, isFirst = false }: Shown, locale: Locale): Markup {
  const { url, width, height } = usualSize(picture)
  const alt = wordsIn(locale)(picture.alt ?? '', picture.alt_en ?? picture.alt ?? '')
  const set = picture.sizes.map((each) => `${each.url} ${each.width}w`).join(', ')
  const source = html`src="${url}" srcset="${set}" sizes="${sizes}" width="${width}" height="${height}"`
  return html`<img class="photo ${focusOf(picture)}" ${source} alt="${alt}" ${whenLoaded(isFirst)}>`
}

const whenLoaded = (isFirst: boolean) => (isFirst ? html`fetchpriority="high"` : html`loading="lazy"`)

/** A package with its first photograph, if it has one. */
export type PictureCovered = Covered & { cover: PublicPicture | null }

/** The first photograph of a package, or its drawn cover. */
export function coverImage(covered: PictureCovered, shown: Shown, locale: Locale): Markup {
  if (covered.cover) return photograph(covered.cover, shown, locale)
  return html`<img src="${coverPath(covered)}" alt="" width="1200" height="800" ${whenLoaded(shown.isFirst ?? false)}>`
}

// A phone with three pixels for each of CSS gets the size for two: nobody sees the difference, and the page weighs a half.
const AS_WIDE_AS_THE_PAGE = '(min-width: 1160px) 1120px, (min-width: 700px) 100vw, 67vw'

/** What stands above a trip or a route: its cover, and who took it. */
export function tripCover(covered: PictureCovered, within: Markup | '', locale: Locale) {
  const { cover } = covered
  return html`
<div class="tripcover">
  ${coverImage(covered, { sizes: AS_WIDE_AS_THE_PAGE, isFirst: true }, locale)}
  ${within}
  ${cover?.credit && html`<small class="credit">${cover.credit}</small>`}
</div>`
}

/** The photographs that belong to no day, but for the first, which stands above the page. */
export function otherPictures(pictures: readonly PublicPicture[], locale: Locale, t: Translate) {
  return gallery(
    pictures.slice(1).filter(({ day }) => day === null),
    locale,
    t,
  )
}

/** Photographs side by side. */
export function gallery(pictures: readonly PublicPicture[], locale: Locale, t: Translate): Markup {
  if (!pictures.length) return html``
  const items = pictures.map(
    (picture) => html`
<li><figure>
  ${photograph(picture, { sizes: '(min-width: 700px) 340px, calc(100vw - 40px)' }, locale)}
  ${picture.credit && html`<figcaption>${picture.credit}</figcaption>`}
</figure></li>`,
  )
  return html`<ul class="gallery" aria-label="${t('照片', 'Photographs')}">${items}</ul>`
}

/** The address of the picture by which programs know a package. */
export function picturePath(covered: PictureCovered) {
  return sizeOfCover(covered).url
}

/** The address of the cover, and how large it is. */
export function sizeOfCover(covered: PictureCovered) {
  return covered.cover ? usualSize(covered.cover) : { url: coverPath(covered), width: 1200, height: 800 }
}

// The size for browsers and programs that choose none. A picture that is shown has sizes.
const usualSize = ({ sizes }: PublicPicture) =>
  sizes.find(({ width }) => width >= 1200) ?? sizes.at(-1) ?? { url: '', width: 0, height: 0 }

// In steps of ten percent, because the policy of the pages forbids inline styles.
const focusOf = ({ focus_x, focus_y }: PublicPicture) => {
  const step = (percent: number) => Math.round(percent / 10)
  return `fx${step(focus_x)} fy${step(focus_y)}`
}

/** `/site/pictures/{file}-{mark}.webp`: a size of a picture. Its address changes with its content, so browsers keep it for ever. */
export function servePictures(app: FastifyInstance) {
  app.get<{ Params: { name: string } }>(
    '/site/pictures/:name',
    { config: { access: 'public', bytes: true, quiet: true } },
    async (request, reply) => {
      const { id, mark } = partsOfPicture(request.params.name)
      const size = id && (await sizeAt(request.server.database.db, { id, mark }))
      if (!size) return reply.callNotFound()
      return reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-length': size.size })
        .type('image/webp')
        .send(await request.server.files.read(size.place))
    },
  )
}

/** The file and the mark in the address of a size; 0 if it is none. */
export function partsOfPicture(address: string) {
  const [, id = '0', mark = ''] = /(?:^|\/)([1-9]\d{0,8})-([0-9a-f]{16})\.webp$/.exec(address) ?? []
  return { id: Number(id), mark }
}
