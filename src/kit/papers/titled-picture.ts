import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { onePicture, type Sharp } from '../files/pictures.ts'
import { coverageOf, printable } from './fonts.ts'
import { fontsIn } from './templates.ts'

/** The size of a picture beside a link, as LINE, Facebook and X show it. */
export const SIZE = { width: 1200, height: 630 }
const MARGIN = 64
const MOST_BYTES = 120_000
const WIDTH = SIZE.width - 2 * MARGIN

export type Titled = { title: string; line: string; brand: string }

/** Words over a picture, as JPEG of at most 120 kB. They are drawn with the fonts of the papers, so that a server needs none. */
export async function titledPicture(background: Buffer, { title, line, brand }: Titled): Promise<Buffer> {
  return onePicture(async (sharp) => {
    await loadFonts(sharp)
    const small = await textIn(sharp, line, { px: 38, isBold: false })
    const [large, name] = [await fittedTitle(sharp, title), await textIn(sharp, brand, { px: 30, isBold: true })]
    const bottom = SIZE.height - 54 - small.height
    const top = bottom - 22 - large.height
    const pixels = await sharp(background)
      .resize({ ...SIZE, fit: 'cover' })
      .flatten({ background: 'white' })
      .composite([
        { input: shade(top) },
        { input: name.bytes, left: MARGIN, top: 44 },
        { input: large.bytes, left: MARGIN, top },
        { input: small.bytes, left: MARGIN, top: bottom },
      ])
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { data, info } = pixels
    for (const quality of [84, 76, 68, 58, 46, 34]) {
      const jpeg = await sharp(data, { raw: info }).jpeg({ quality }).toBuffer()
      if (jpeg.length <= MOST_BYTES) return jpeg
    }
    return sharp(data, { raw: info }).blur(2).jpeg({ quality: 34 }).toBuffer()
  })
}

type Look = { px: number; isBold: boolean }

/** The title in the largest letters in which it has three lines; a longer one ends with an ellipsis. */
const fittedTitle = async (sharp: Sharp, title: string) => {
  for (const px of TITLE_PX) {
    const drawn = await textIn(sharp, title, { px, isBold: true })
    if (drawn.height <= MOST_TITLE) return drawn
  }
  const signs = [...title]
  for (let length = signs.length - 1; ; length = Math.floor(length * 0.92)) {
    const drawn = await textIn(sharp, `${signs.slice(0, length).join('').trimEnd()}…`, { px: 44, isBold: true })
    if (drawn.height <= MOST_TITLE || length < 20) return drawn
  }
}
const TITLE_PX = [80, 68, 58, 50, 44]
const MOST_TITLE = 236

// Latin letters come from Source Sans, and all others from Noto Sans, as on the papers.
const textIn = async (sharp: Sharp, text: string, { px, isBold }: Look) => {
  const { printed } = printable(text, covers())
  const escaped = printed.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="white">${escaped || ' '}</span>`,
      font: `Source Sans 3, Noto Sans TC ${isBold ? 'Bold ' : ''}${px}`,
      ...{ width: WIDTH, dpi: 72, rgba: true, wrap: 'word-char', spacing: Math.round(px * -0.08) },
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, height: info.height }
}

/** Darkens the picture above and below, so that white letters are read on any of it. */
const shade = (top: number) => {
  const begins = Math.max(0.1, (top - 190) / SIZE.height).toFixed(2)
  const full = ((top - 10) / SIZE.height).toFixed(2)
  const stops = [
    ['0', 0.55],
    ['.17', 0.28],
    [begins, 0.1],
    [full, 0.66],
    ['1', 0.82],
  ].map(([offset, opacity]) => `<stop offset="${offset}" stop-color="#0b1420" stop-opacity="${opacity}"/>`)
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
<linearGradient id="s" x2="0" y2="1">${stops.join('')}</linearGradient><rect width="100%" height="100%" fill="url(#s)"/></svg>`)
}

const fontFiles = () => fontsIn([resolve(import.meta.dirname, '../../../papers')])

let coverage: ReturnType<typeof coverageOf> | undefined
const covers = () => {
  coverage ??= coverageOf(fontFiles().map((path) => readFileSync(path)))
  return coverage
}

// A font that was named once is known to the process until it ends.
let loading: Promise<unknown> | undefined
const loadFonts = (sharp: Sharp) => {
  loading ??= Promise.all(
    fontFiles().map((fontfile) =>
      sharp({ text: { text: 'a', fontfile } })
        .raw()
        .toBuffer(),
    ),
  )
  return loading
}
