/** `Chrome, Windows`: what a person recognizes a session by. The first that fits decides, because browsers claim to be others. */
export const browserName = (userAgent = '') =>
  [browsers, systems]
    .map((table) => table.find(([sign]) => userAgent.includes(sign))?.[1])
    .filter(Boolean)
    .join(', ') || 'Browser'

const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const
