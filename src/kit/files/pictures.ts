import { limiter } from '../async/limiter.ts'
import type { Words } from '../words/words.ts'

const MOST_PIXELS = 50_000_000
const THUMBNAIL = { width: 320, height: 320, fit: 'inside', withoutEnlargement: true } as const

/** A picture of 50 megapixels takes 150 MB while it is decoded, so only one is decoded at a time. */
const oneByOne = limiter(1)

export type Picture = { width: number; height: number; thumbnail: Buffer } | { fault: Words }

/**
 * Reads the size of a picture before decoding it, and makes a thumbnail, which proves that all of it can be decoded. The
 * thumbnail has none of its metadata; its orientation is applied.
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const sharp = await loaded()
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (autoOrient.width * autoOrient.height > MOST_PIXELS) return { fault: tooManyPixels }
    if (pages > 1) return { fault: moves }
    const thumbnail = await oneByOne(() =>
      sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS })
        .timeout({ seconds: 10 })
        .autoOrient()
        .resize(THUMBNAIL)
        .flatten({ background: 'white' })
        .jpeg({ quality: 80 })
        .toBuffer(),
    )
    return { ...autoOrient, thumbnail }
  } catch {
    return { fault: broken }
  }
}

const FINE = { quality: 92 }

/** The same picture, in the same format, without metadata: not where, when and by whom it was taken. Its orientation is applied. */
export async function withoutMetadata(bytes: Buffer, media_type: string) {
  const sharp = await loaded()
  return oneByOne(() => {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: 30 }).autoOrient()
    if (media_type === 'image/png') return picture.png().toBuffer()
    return (media_type === 'image/webp' ? picture.webp(FINE) : picture.jpeg(FINE)).toBuffer()
  })
}

/** A picture small enough for the head of a paper; undefined if it cannot be decoded. */
export async function printedPicture(bytes: Buffer) {
  const sharp = await loaded()
  return oneByOne(() =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize({ ...THUMBNAIL, width: 640 })
      .png({ palette: true })
      .toBuffer()
      .catch(() => undefined),
  )
}

/** A photograph cut around its focus to the shape of a box, and no larger than the box; undefined if it cannot be decoded. */
export async function printablePicture(
  bytes: Buffer,
  box: { width: number; height: number },
  focus: { x: number; y: number },
) {
  const sharp = await loaded()
  return oneByOne(async () => {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: 10 })
    const { width, height } = (await picture.metadata()).autoOrient
    const shown = {
      width: Math.min(width, Math.round((height * box.width) / box.height)),
      height: Math.min(height, Math.round((width * box.height) / box.width)),
    }
    const left = Math.round(((width - shown.width) * focus.x) / 100)
    const top = Math.round(((height - shown.height) * focus.y) / 100)
    return picture
      .autoOrient()
      .extract({ left, top, ...shown })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 78 })
      .toBuffer()
  }).catch(() => undefined)
}

/** A picture scaled to fit into a box, as PNG, without any metadata. */
export async function pictureWithin(bytes: Buffer, box: { width: number; height: number }) {
  const sharp = await loaded()
  return oneByOne(() =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer(),
  )
}

/** A picture in the middle of a square, as PNG: `inner` of its `size` pixels wide or high, on a colour or on nothing. */
export async function squarePicture(
  bytes: Buffer,
  { size, inner, background }: { size: number; inner: number; background?: string },
) {
  const sharp = await loaded()
  const around = background ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const edge = (size - inner) / 2
  return oneByOne(() =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize({ width: inner, height: inner, fit: 'contain', background: around })
      .extend({ top: edge, bottom: edge, left: edge, right: edge, background: around })
      .flatten(background === undefined ? false : { background })
      .png()
      .toBuffer(),
  )
}

/** A picture in one width, as WebP, without any metadata. */
export type SizedPicture = { width: number; height: number; bytes: Buffer }

/** A picture in each of the given widths that it has. */
export async function picturesInWidths(bytes: Buffer, widths: readonly number[]): Promise<SizedPicture[]> {
  const sharp = await loaded()
  return oneByOne(async () => {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: 30 })
      .autoOrient()
      .resize({ width: Math.max(...widths), withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const made: SizedPicture[] = []
    for (const each of widths.filter((each) => each <= width)) {
      const sized = await sharp(data, { raw: { width, height, channels } })
        .resize({ width: each })
        .webp({ quality: 78, effort: 4 })
        .toBuffer({ resolveWithObject: true })
      made.push({ width: sized.info.width, height: sized.info.height, bytes: sized.data })
    }
    return made
  })
}

/** Makes a picture with the library, while no other one is made. */
export async function onePicture<Made>(make: (sharp: Sharp) => Promise<Made>) {
  const sharp = await loaded()
  return oneByOne(() => make(sharp))
}
export type Sharp = typeof import('sharp').default

// Loaded at the first picture, so that it costs no start time, and no memory if no picture is uploaded.
let library: Promise<Sharp> | undefined
const loaded = () => {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}

const tooManyPixels: Words = [
  '圖片最多五千萬像素；請縮小尺寸後再上傳。',
  'A picture has at most 50 megapixels: make it smaller, then upload it.',
]
const moves: Words = [
  '不接受動態圖片；請改用靜態的圖片。',
  'Animated pictures are not accepted: use one that does not move.',
]
const broken: Words = [
  '圖片已損壞，無法完整開啟；請重新存檔或重拍，再上傳。',
  'The picture is damaged and cannot be opened in full: save it anew or take it again, then upload it.',
]
