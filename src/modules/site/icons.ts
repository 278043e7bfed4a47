import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { accentOf, hexOf, type Theme } from 'guidon-design/hue'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { pictureWithin, squarePicture } from '../../kit/files/pictures.ts'
import type { Store } from '../../kit/files/store.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { contentMark } from '../../kit/http/pages/style.ts'
import type { Locale } from '../../kit/words/words.ts'
import { type Logo, logoFile } from '../house/queries.ts'
import { brandOf, wordsIn } from '../page-words.ts'
import { type Frame, pathIn, readFrame } from './frame.ts'

/** What decides how the icons look. */
type Emblem = Theme & { house: { logo: Logo | null } }

/** The icons. One that is `filled` has no corners and no margin to spare: phones cut it to their own shape. */
const icons = {
  'icon-32': { size: 32, filled: false },
  'icon-192': { size: 192, filled: false },
  'icon-512': { size: 512, filled: false },
  'filled-180': { size: 180, filled: true },
  'filled-192': { size: 192, filled: true },
  'filled-512': { size: 512, filled: true },
} as const
type Icon = keyof typeof icons

const isIcon = (name: string): name is Icon => Object.hasOwn(icons, name)

/** The box of the logo in the head of a page. The picture has twice as many pixels. */
const BOX = { width: 160, height: 32 }

const drawnBy = contentMark(
  Buffer.concat([import.meta.url, import.meta.resolve('guidon-design/hue')].map((url) => readFileSync(new URL(url)))),
)
const markOf = ({ hue, chroma, house: { logo } }: Emblem) =>
  contentMark(Buffer.from([drawnBy, hue, chroma, logo?.mark].join()))

/** The address of an icon. It changes with the logo and the colours. */
export function iconPath(name: Icon, emblem: Emblem) {
  return `/site/icons/${name}-${markOf(emblem)}.png`
}

/** The icons of a page, and where its manifest is. */
export function iconLinks(emblem: Emblem, locale: Locale, manifest = pathIn(locale, '/site.webmanifest')): Markup {
  return html`<link rel="icon" href="${iconPath('icon-32', emblem)}" sizes="32x32" type="image/png">
<link rel="apple-touch-icon" href="${iconPath('filled-180', emblem)}">
<link rel="manifest" href="${manifest}">`
}

/** What stands beside the name of the agency: its logo, else the drawn flag. */
export function brandMark(emblem: Emblem, locale: Locale): Markup {
  const { logo } = emblem.house
  if (!logo)
    return html`<svg class="flag" viewBox="5 2 23 28" aria-hidden="true"><path d="${POLE}"/><path d="${FLAG}"/></svg>`
  const scale = Math.min(1, BOX.width / logo.width, BOX.height / logo.height)
  const [width, height] = [logo.width, logo.height].map((length) => Math.max(1, Math.round(length * scale)))
  const source = html`src="/site/icons/logo-${markOf(emblem)}.png" width="${width}" height="${height}"`
  return html`<img${!isSquarish(logo) && html` class="wordmark"`} ${source} alt="${wordsIn(locale)('標誌', 'Logo')}">`
}

/** The manifest: how a phone names and shows the site on its first screen. */
export function manifestOf(frame: Frame, locale: Locale) {
  const { house, is_shown } = frame
  const start = pathIn(locale, is_shown ? '/' : '/my/')
  const listed = (['icon-192', 'icon-512', 'filled-192', 'filled-512'] as const).map((name) => {
    const { size, filled } = icons[name]
    return {
      src: iconPath(name, frame),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: filled ? 'maskable' : 'any',
    }
  })
  return {
    ...{ id: start, start_url: start, scope: '/', lang: locale, display: 'browser' },
    ...{
      name: wordsIn(locale)(house.name ?? 'Guidon', house.name_en ?? house.name ?? 'Guidon'),
      short_name: brandOf(house, locale),
    },
    ...{ theme_color: hexOf({ lightness: 0.45, ...accentOf(frame) }), background_color: PAPER },
    icons: listed,
  }
}
/** The paper of the tokens. */
const PAPER = hexOf({ lightness: 0.984, chroma: 0.004, hue: 85 })

/** `/site/icons/{name}-{mark}.png`. Each is made when it is first asked for, and kept in memory while logo and colours stay. */
export function serveIcons(app: FastifyInstance) {
  let kept = { mark: '', pictures: new Map<string, Promise<Buffer>>() }
  const { database, files } = app
  const pictureOf = (name: Icon | 'logo', emblem: Emblem) => {
    const mark = markOf(emblem)
    if (kept.mark !== mark) kept = { mark, pictures: new Map() }
    const { pictures } = kept
    const making = pictures.get(name) ?? makePicture(name, emblem, () => originalOf(database.db, files))
    pictures.set(name, making)
    making.catch(() => pictures.delete(name))
    return making
  }
  app.get<{ Params: { name: string } }>('/site/icons/:name', open, async ({ params }, reply) => {
    const [, name = '', mark = ''] = /^([a-z]+(?:-\d+)?)-([\w-]{12})\.png$/.exec(params.name) ?? []
    const emblem = await readFrame(database.db, {})
    const isThere = isIcon(name) || (name === 'logo' && emblem.house.logo !== null)
    if (!isThere || mark !== markOf(emblem)) return reply.callNotFound()
    const picture = await pictureOf(name, emblem)
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(picture)
  })
  // Browsers ask for it beside what is no page, such as a PDF.
  app.get('/favicon.ico', open, async (_request, reply) => {
    const picture = await pictureOf('icon-32', await readFrame(database.db, {}))
    return reply.header('cache-control', 'public, max-age=3600').type('image/png').send(picture)
  })
}

const open = { config: { access: 'public', bytes: true, quiet: true } } as const

const originalOf = async (db: Db, files: Store) => buffer(await files.read(found(await logoFile(db, {})).place))

const makePicture = async (name: Icon | 'logo', emblem: Emblem, original: () => Promise<Buffer>) => {
  if (name === 'logo') return pictureWithin(await original(), { width: 2 * BOX.width, height: 2 * BOX.height })
  const { size, filled } = icons[name]
  if (!isSquarish(emblem.house.logo)) return squarePicture(Buffer.from(drawIcon(emblem, filled)), { size, inner: size })
  const { chroma, hue } = accentOf(emblem)
  const background = hexOf({ lightness: 0.958, chroma: chroma * 0.23, hue })
  return squarePicture(
    await original(),
    filled ? { size, inner: 2 * Math.round((size * SAFE) / 2), background } : { size, inner: size },
  )
}

/** A square of this part of an icon lies in the circle that every phone leaves of it. */
const SAFE = 0.56

/** A name as a picture cannot be read in a square: then the icons are drawn. On a phone it stands in place of the name. */
const isSquarish = (logo: Logo | null) =>
  logo !== null && logo.width <= 2 * logo.height && logo.height <= 2 * logo.width

const POLE = 'M7 3v26'
const FLAG = 'M8.500 5h19l-5.500 6.500 5.500 6.500h-19z'

/** A flag of a guide, in white on the colour of the house. */
const drawIcon = (
  theme: Theme,
  filled: boolean,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32">
<rect width="32" height="32" rx="${filled ? 0 : 7}" fill="${hexOf({ lightness: 0.45, ...accentOf(theme) })}"/>
<g transform="translate(16 16) scale(.7) translate(-16.6 -16)">
<path d="${POLE}" stroke="#fff" stroke-opacity=".7" stroke-width="2.5" stroke-linecap="round"/>
<path d="${FLAG}" fill="#fff"/>
</g>
</svg>`
