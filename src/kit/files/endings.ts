export const mediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type MediaType = (typeof mediaTypes)[number]

/** The offset at which a file ends according to its format, whatever bytes follow; `undefined` if the file is truncated. */
export function endOf(type: MediaType, bytes: Buffer) {
  return ends[type](bytes)
}

// Every chunk begins with its length. IEND is the last one.
const endOfPng = (bytes: Buffer) => {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const next = at + 12 + bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next <= bytes.length ? next : undefined
    at = next
  }
  return undefined
}

const endOfWebp = (bytes: Buffer) => {
  const length = bytes.length < 12 ? bytes.length : bytes.readUInt32LE(4)
  const end = 8 + length + (length % 2)
  return end <= bytes.length ? end : undefined
}

// Phones append further pictures to the first one (depth map, gain map). They are part of the file.
const endOfJpeg = (bytes: Buffer) => {
  let end = endOfOneJpeg(bytes, 0)
  while (end !== undefined && bytes[end] === 0xff && bytes[end + 1] === SOI) end = endOfOneJpeg(bytes, end)
  return end
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda

const endOfOneJpeg = (bytes: Buffer, start: number) => {
  let at = start + 2
  while (at + 1 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === EOI) return at + 2
    if (marker === 0xff) at += 1
    else if (hasNoLength(marker)) at += 2
    else if (at + 4 > bytes.length) return undefined
    else at += 2 + bytes.readUInt16BE(at + 2)
    if (marker === SOS) at = endOfScan(bytes, at)
  }
  return undefined
}

// Markers without a length: TEM, and the restarts of a scan.
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

const endOfScan = (bytes: Buffer, start: number) => {
  let at = bytes.indexOf(0xff, start)
  while (at >= 0 && isOfScan(bytes[at + 1] ?? EOI)) at = bytes.indexOf(0xff, at + 2)
  return at < 0 ? bytes.length : at
}
const isOfScan = (next: number) => next === 0 || hasNoLength(next)

const endOfPdf = (bytes: Buffer) => {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') return undefined
  const tail = bytes.subarray(-2048)
  const last = tail.lastIndexOf('%%EOF')
  if (last < 0 || !/startxref\s+\d+\s+$/.test(tail.toString('latin1', 0, last))) return undefined
  const rest = /^[\0\s]*/.exec(tail.toString('latin1', last + 5))?.[0].length ?? 0
  return bytes.length - tail.length + last + 5 + rest
}

const ends: Record<MediaType, (bytes: Buffer) => number | undefined> = {
  'image/jpeg': endOfJpeg,
  'image/png': endOfPng,
  'image/webp': endOfWebp,
  'application/pdf': endOfPdf,
}
