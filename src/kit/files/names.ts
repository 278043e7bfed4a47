const LONGEST = 200

/** What a file is called on a screen: no path, nothing invisible, not too long; its ending stays. */
export const displayName = (given: string) => {
  const last = given.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const ending = /\.\w{1,10}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - ending.length)]
  return stem.slice(0, LONGEST - ending.length).join('') + ending
}

/** `jpg` of `Passport.JPG`. */
export const endingOf = (name: string) => /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** `Content-Disposition` as RFC 6266 has it: any name by RFC 5987, and a plain one for old readers. */
export const attachmentNamed = (name: string) => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
