/** The name of a session for people: `Chrome, Windows`. The first match in the table counts, because browsers also name other browsers. */
export function browserName(userAgent = '') {
  return (
    [browsers, systems]
      .map((table) => table.find(([sign]) => userAgent.includes(sign))?.[1])
      .filter(Boolean)
      .join(', ') || 'Browser'
  )
}

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
