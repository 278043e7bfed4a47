// What people and spreadsheets do to telephone numbers and names, and how it is set right.

/**
 * A telephone number whose zero a spreadsheet has dropped, with its zero: `912345678` becomes `0912345678`. Numbers of nine digits that begin
 * with 9, 2 or 4 are those of mobiles, of Taipei and of Taichung. Eight digits may be a number without its area, and stay.
 */
export function withLostZero(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/[\s-]/g, '')
  return /^[249]\d{8}$/.test(digits) ? `0${text.trim()}` : undefined
}

/** What a cell for a name holds besides the name. */
export type PersonInCell = {
  name: string
  title?: string
  phone?: string
  /** More than one person seems to be named. */
  isMany: boolean
}

/**
 * A name without what does not belong to it: `王美玲 小姐 0912-345-678` is 王美玲 with a title and a telephone number. A surname alone keeps its title:
 * 王小姐 is all that is known of her.
 */
export function personIn(text: string): PersonInCell {
  const written = text.normalize('NFKC').trim()
  const [phone] = NUMBER.exec(written) ?? []
  const said = withoutMarks(
    phone ? written.replace(phone, ' ').replace(PHONE_WORD, ' ').replace(/[()]/g, ' ') : written,
  )
  const [title] = TITLE.exec(said) ?? []
  const bare = title === undefined ? said : withoutMarks(said.slice(0, -title.length))
  const isName = title !== undefined && [...bare].length > 1
  return {
    name: isName ? bare : said,
    ...(isName && { title: title.replace(/[() ]/g, '') }),
    ...(phone !== undefined && { phone: phone.trim() }),
    isMany: isMany(isName ? bare : said),
  }
}

const NUMBER = /(?:\+|\(0\d{1,2}\))?\d[\d -]{5,18}\d/
const PHONE_WORD = /(電話|手機|行動|TEL|Tel|tel)[.:：]?/
const TITLE = /[ (]?(小姐|先生|女士|太太|夫人|小朋友|同學|老師|經理)\)?$/

const withoutMarks = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[ ,、:/]|[ ,、:/]$/g, '')
    .trim()

/** Chinese names beside each other. A blank also stands within a name, as in 歐陽 娜娜, so of two names one must be long. */
const isMany = (text: string) => {
  const parted = text.split(/[、,;/&+\n]|和|與|及/).map((part) => part.trim())
  if (parted.length > 1 && parted.every((part) => NAME.test(part))) return true
  const beside = text.split(' ')
  return beside.length > 1 && beside.every((part) => NAME.test(part)) && beside.some((part) => [...part].length > 2)
}
const NAME = /^\p{Script=Han}{2,4}$/u
