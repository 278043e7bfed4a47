import type { House } from './house.ts'

/** A small world: Asia with Japan (Hokkaido, Kansai) and Korea, Europe with France; Naha lies in no region. */
export const places = async (as: House['as']) => {
  const admin = as('admin')
  const make = async (path: string, body: object): Promise<number> => {
    const made = await admin.post(path, body)
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    return made.data.id
  }
  const asia = await make('/continents', { code: 'AS', name: '亞洲', name_en: 'Asia' })
  const europe = await make('/continents', { code: 'EU', name: '歐洲', name_en: 'Europe', sort_order: 1 })
  const japan = await make('/countries', { continent_id: asia, iso_alpha2: 'JP', name: '日本', name_en: 'Japan' })
  const korea = await make('/countries', { continent_id: asia, iso_alpha2: 'KR', name: '南韓', sort_order: 1 })
  const france = await make('/countries', { continent_id: europe, iso_alpha2: 'FR', name: '法國', name_en: 'France' })
  const hokkaido = await make('/regions', { country_id: japan, code: 'HOKKAIDO', name: '北海道' })
  const kansai = await make('/regions', { country_id: japan, code: 'KANSAI', name: '關西', sort_order: 1 })
  const sapporo = await make('/cities', {
    country_id: japan,
    region_id: hokkaido,
    name: '札幌',
    name_en: 'Sapporo',
    iata_code: 'SPK',
    timezone: 'Asia/Tokyo',
    latitude: 43.0618,
    longitude: 141.3545,
    aliases: ['CTS', '新千歲機場'],
  })
  const inJapan = { country_id: japan, timezone: 'Asia/Tokyo' }
  const osaka = await make('/cities', { ...inJapan, region_id: kansai, name: '大阪', iata_code: 'OSA' })
  const naha = await make('/cities', { ...inJapan, name: '那霸', name_en: 'Naha', iata_code: 'OKA' })
  const seoul = await make('/cities', { country_id: korea, name: '首爾', iata_code: 'SEL', timezone: 'Asia/Seoul' })
  const paris = await make('/cities', { country_id: france, name: '巴黎', iata_code: 'PAR', timezone: 'Europe/Paris' })
  return { asia, europe, japan, korea, france, hokkaido, kansai, sapporo, osaka, naha, seoul, paris }
}
