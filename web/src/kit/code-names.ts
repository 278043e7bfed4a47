import type { Say } from './words.ts'

/** Names come from the browser, so that no table of languages and countries has to be loaded. */
export const languageName = (say: Say, code: string) =>
  new Intl.DisplayNames(say('zh-TW', 'en'), { type: 'language' }).of(code) ?? code

const inChinese = new Intl.DisplayNames('zh-TW', { type: 'region', style: 'short' })
const inEnglish = new Intl.DisplayNames('en', { type: 'region' })

/** All countries, the most frequent ones first. */
export const countries = (
  'TW CN HK JP US AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ' +
  'BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI ' +
  'FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HM HN HR HT HU ID IE IL IM IN IO IQ IR ' +
  'IS IT JE JM JO KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM ' +
  'MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS ' +
  'PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK ' +
  'TL TM TN TO TR TT TV TZ UA UG UM UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

/** As the service names it: in Chinese the short form, 香港 instead of 中國香港特別行政區. */
export const countryName = (say: Say, code: string) => say(inChinese.of(code) ?? code, inEnglish.of(code) ?? code)
