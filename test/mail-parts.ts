/** What people read in a mail as it was sent, decoded: its text, and the same as a page. */
export const readMail = (sent: string) => {
  const parts = partsOf(sent.replaceAll('\r\n', '\n'))
  const read = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? ''
  return { text: read('text/plain'), html: read('text/html') }
}

/** A header of a mail or of a part of it, on one line. */
export const headerIn = (head: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? ''

type Part = { type: string; content: string }

const partsOf = (whole: string): Part[] => {
  const end = whole.indexOf('\n\n')
  const [head, body] = [whole.slice(0, end), whole.slice(end + 2)]
  const type = headerIn(head, 'Content-Type')
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(type)?.[1]
  if (!boundary) return [{ type, content: decoded(headerIn(head, 'Content-Transfer-Encoding'), body).trim() }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\n/, '')))
}

/** The text of a header or a part in its encoding. */
export const decoded = (encoding: string, body: string) => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
