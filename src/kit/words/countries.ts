import type { Words } from './words.ts'

/** Every code of ISO 3166-1. */
export const countryCodes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
  'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

/** The same codes with three letters, in the same order, as airlines and passports use them. */
const threeLetters = (
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM ' +
  'BMU BRN BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV ' +
  'CUW CXR CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD ' +
  'GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN ' +
  'IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA ' +
  'LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI ' +
  'MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI ' +
  'PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD ' +
  'STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI USA URY ' +
  'UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE'
).split(' ')

/** `TWN` for `TW`; null for an unknown code. */
export function threeLetterCode(code: string) {
  return threeLetters[countryCodes.indexOf(code)] ?? null
}

// In Chinese we use the short form: 香港, not 中國香港特別行政區. In English the short form would be UK and US.
const zh = new Intl.DisplayNames('zh-Hant-TW', { type: 'region', style: 'short' })
const en = new Intl.DisplayNames('en', { type: 'region' })

/** The name of a country, from the locale data of Node. */
export function countryName(code: string): Words {
  return [zh.of(code) ?? code, en.of(code) ?? code]
}

// What people call a country beside its name.
const customary: Record<string, string> = {
  ...{
    KR: '韓國 大韓民國 Korea ROK',
    KP: '朝鮮 北朝鮮',
    JP: '日本國 Nippon',
    CN: '大陸 中國大陸 中華人民共和國',
    TW: '中華民國 Formosa',
  },
  ...{
    HK: '香港 港',
    MO: '澳門 Macao',
    TH: '泰國 Siam',
    GB: '英國 大不列顛 英格蘭 蘇格蘭 威爾斯 UK England Scotland Wales Britain',
  },
  ...{
    US: '美國 美利堅 USA America',
    AE: '阿聯 阿聯酋 UAE Emirates',
    TR: '土耳其 Turkey',
    AU: '澳洲 澳大利亞',
    NZ: '紐西蘭 新西蘭',
  },
  ...{
    LA: '寮國 老撾',
    VA: '梵諦岡 梵蒂岡 教廷 Vatican',
    RU: '俄國 俄羅斯',
    NL: '荷蘭 尼德蘭 Holland',
    CZ: '捷克共和國 Czech',
  },
  ...{
    BA: '波士尼亞 波赫',
    CY: '塞浦路斯',
    MP: '塞班 北馬里亞納 Saipan',
    PF: '大溪地 Tahiti',
    KH: '高棉',
    MM: '緬甸 Burma',
    LK: '錫蘭 Ceylon',
  },
  ...{
    ID: '印度尼西亞 印尼',
    MY: '大馬',
    MV: '馬爾代夫',
    BN: '文萊',
    KE: '肯尼亞',
    TZ: '坦桑尼亞',
    ME: '黑山',
    HR: '克羅地亞',
    SI: '斯洛文尼亞',
  },
  ...{
    MK: '馬其頓',
    GE: '格魯吉亞',
    UZ: '烏茲別克斯坦',
    KZ: '哈薩克斯坦',
    QA: '卡塔爾',
    MU: '毛里裘斯',
    SC: '塞舌爾',
    IT: '意大利',
  },
  ...{ DE: '德意志 Deutschland', SA: '沙烏地 沙烏地阿拉伯', CI: '象牙海岸', SZ: '史瓦濟蘭', CV: '維德角', CD: '剛果' },
}
const called = Object.entries(customary).map(
  ([code, names]) => [code, names.toLowerCase().replaceAll('臺', '台').split(' ')] as const,
)

/** The codes of the countries that are customarily called so. In Chinese a part of the name is enough, in Latin letters its beginning. */
export function countriesCalled(word: string): string[] {
  const isCalled = (name: string) =>
    name === word ||
    (word.length > (/^[a-z]/.test(word) ? 3 : 1) && (/^[a-z]/.test(word) ? name.startsWith(word) : name.includes(word)))
  return called.filter(([, names]) => names.some(isCalled)).map(([code]) => code)
}
