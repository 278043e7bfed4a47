/** Whether a set of fonts can draw a character. */
export type Coverage = (codePoint: number) => boolean

/** Reads the character maps of fonts. */
export function coverageOf(fonts: readonly Buffer[]): Coverage {
  const covered = new Uint8Array(MOST_CODE_POINTS)
  for (const font of fonts) addFont(covered, font)
  return (codePoint) => covered[codePoint] === 1
}
const MOST_CODE_POINTS = 0x11_0000

const addFont = (covered: Uint8Array, font: Buffer) => {
  const map = characterMapOf(font)
  const count = map.readUInt16BE(2)
  for (let i = 0; i < count; i += 1) addSubtable(covered, map.subarray(map.readUInt32BE(8 + i * 8)))
}

const characterMapOf = (font: Buffer) => {
  const tables = font.subarray(12, 12 + font.readUInt16BE(4) * 16)
  const at = tables.indexOf('cmap')
  if (at < 0) throw new Error('A font has no character map.')
  const start = tables.readUInt32BE(at + 8)
  return font.subarray(start, start + tables.readUInt32BE(at + 12))
}

// Format 4 maps the basic plane, format 12 all planes; other formats contain nothing in addition.
const addSubtable = (covered: Uint8Array, table: Buffer) => {
  const format = table.readUInt16BE(0)
  if (format === 12) addGroups(covered, table)
  if (format === 4) addSegments(covered, table)
}

const addGroups = (covered: Uint8Array, table: Buffer) => {
  const count = table.readUInt32BE(12)
  for (let at = 16; at < 16 + count * 12; at += 12)
    covered.fill(1, table.readUInt32BE(at), table.readUInt32BE(at + 4) + 1)
}

const addSegments = (covered: Uint8Array, table: Buffer) => {
  const size = table.readUInt16BE(6)
  for (let i = 0; i < size; i += 2) {
    const [end, start] = [table.readUInt16BE(14 + i), table.readUInt16BE(16 + size + i)]
    const [delta, offset] = [table.readUInt16BE(16 + size * 2 + i), table.readUInt16BE(16 + size * 3 + i)]
    // A segment with an offset may have holes, where its glyph is 0.
    const glyphAt = 16 + size * 3 + i + offset
    for (let code = start; code <= end && code < 0xff_ff; code += 1) {
      const glyph = offset ? table.readUInt16BE(glyphAt + (code - start) * 2) : (code + delta) & 0xff_ff
      if (glyph) covered[code] = 1
    }
  }
}

/** Printed for a character that no font has. Printers in East Asia have long used this sign for it. */
const MISSING = '〓'

/** The text without invisible characters, and with characters that have no glyph replaced and listed (`U+51BA`). */
export function printable(text: string, covers: Coverage) {
  const missing = new Set<string>()
  const printed = text.normalize('NFC').replace(BEYOND_LATIN, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (covers(code)) return sign
    if (INVISIBLE.test(sign)) return ''
    missing.add(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`)
    return MISSING
  })
  return { printed, missing: [...missing] }
}
const BEYOND_LATIN = /[^\0-\u00ff]/gu
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
