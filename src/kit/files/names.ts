const LONGEST = 200
const LONGEST_READ = 1_000

/** The name of a file for display: without path and invisible characters, at most 200 characters; the extension is kept. */
export function displayName(given: string) {
  // Truncated before any regular expression reads it, so that the work is bounded.
  const last = given.slice(-LONGEST_READ).toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const plain = withoutEdges(last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').replace(/\s+/g, ' '))
  const ending = /\.\w{1,10}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - ending.length)]
  return stem.slice(0, LONGEST - ending.length).join('') + ending
}

// A loop, because a regular expression for dots and spaces at the end takes quadratic time.
const withoutEdges = (name: string) => {
  let [start, end] = [0, name.length]
  while (start < end && '. '.includes(name.charAt(start))) start += 1
  while (end > start && '. '.includes(name.charAt(end - 1))) end -= 1
  return name.slice(start, end)
}

/** The extension, in small letters: `jpg` of `Passport.JPG`. */
export function endingOf(name: string) {
  return /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** `Content-Disposition` by RFC 6266: the exact name encoded by RFC 5987, and an ASCII name for old clients. */
export function attachmentNamed(name: string) {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
