import sharp from 'sharp'

/** Small real files, and the pieces that hostile ones are made of. */
const red = { create: { width: 40, height: 20, channels: 3, background: '#c00' } } as const

export const jpeg = await sharp(red).jpeg().toBuffer()
export const png = await sharp(red).png().toBuffer()
export const webp = await sharp(red).webp().toBuffer()
export const gif = await sharp(red).gif().toBuffer()
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
export const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')

/** An empty page, and whatever one wants to put in. */
export const pdfWith = (inside = '', tail = '\n') => {
  const body = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${inside}`
  return Buffer.from(
    `${body}xref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n` +
      `trailer<</Size 3/Root 1 0 R>>\nstartxref\n${Buffer.byteLength(body)}\n%%EOF${tail}`,
  )
}
export const pdf = pdfWith()

/** An archive of nothing, which many programs find by reading a file from its end. */
export const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])

/** A JPEG that carries a comment. */
export const jpegSaying = (comment: string) => {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(comment.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(comment, 'latin1'), jpeg.subarray(2)])
}

export const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.7))
export const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))

export const form = (bytes: Buffer, name: string, fields: Record<string, string> = {}) => {
  const filled = new FormData()
  for (const [field, value] of Object.entries(fields)) filled.set(field, value)
  filled.set('file', new Blob([new Uint8Array(bytes)]), name)
  return filled
}
