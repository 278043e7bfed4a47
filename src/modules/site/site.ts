import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Table, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { defaulted, described, flag, labelled, line, list, nullable, oneOf, text, whole } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import type { Words } from '../../kit/words/words.ts'
import { houseFieldWords } from '../house/labels.ts'
import { licenceOf, missing } from '../house/queries.ts'
import { required } from '../house/schema.ts'
import { optionValues } from '../options/values.ts'
import { moneyReaders } from '../roles.ts'

const Sentence = Type.Object({
  text: labelled(text(500, '每一團都有自己的領隊。'), ['文字', 'Text']),
  text_en: labelled(nullable(text(500, 'Every group has its own leader.')), ['英文文字', 'Text in English']),
})

/** What the agency says in its own words: below the heading, beside the registration, and at the foot of each page. */
const Texts = Type.Object({
  lead: labelled(nullable(Sentence), ['標題下的文字', 'Below the heading']),
  registration: labelled(nullable(Sentence), ['報名旁的文字', 'Beside the registration']),
  footer: labelled(nullable(Sentence), ['頁尾文字', 'At the foot of each page']),
})

const MOST_HOSTS = 10

const seatsShown = ['exact', 'few_only', 'never'] as const

/** @public */
export const Site = Type.Object({
  is_on: labelled(defaulted(flag()), ['公開網站開啟', 'The public site is on']),
  hue: labelled(defaulted(described(whole(0, 359), '色相，0 至 359。The hue of the site, in degrees.')), [
    '色相',
    'Hue',
  ]),
  chroma: labelled(defaulted(described(whole(0, 3), '彩度，0 為灰。How colourful, from 0 (grey) to 3.')), [
    '彩度',
    'Chroma',
  ]),
  texts: labelled(defaulted(Texts), ['自訂文字', 'Own sentences']),
  seats_shown: labelled(defaulted(oneOf(seatsShown)), ['公開名額', 'Seats shown in public']),
  hosts: labelled(
    defaulted(
      described(
        list(line(200, 'https://www.example.com.tw'), MOST_HOSTS),
        '可以嵌入出團卡片的網站。The sites that may show `/embed/departures` in a frame.',
      ),
    ),
    ['可嵌入的網站', 'Sites that may embed'],
  ),
  payment_methods: labelled(
    defaulted(
      described(
        list(oneOf(optionValues['payment-method']), 3),
        '報名時可以選的付款方式。The ways to pay that a registration offers.',
      ),
    ),
    ['可選的付款方式', 'Ways to pay'],
  ),
  telephone_only: labelled(
    defaulted(described(flag(), '報名可只留電話，由業務致電確認。Whoever leaves no mail address is called by sales.')),
    ['可只留電話報名', 'Registration by telephone number'],
  ),
})
const SiteChange = Type.Partial(Site)
type SiteChange = Static<typeof SiteChange>
export type SiteTexts = Static<typeof Texts>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    site: Table<typeof Site>
  }
}

const ShownSite = RecordOf(Site, { missing: Type.Array(Type.Enum([...required])) })

const siteRecord = jsonRecord((db, _given: object) =>
  db.selectFrom('site').select(columnsOf('site', Site)).select(sql`(select ${missing} from house)`.as('missing')),
)

/** Changes the site. It is switched on only while the record of the agency has what the law wants on each page. */
const changeSite = async (tx: Tx, { texts, hosts, ...change }: SiteChange, expected: Expected) => {
  guardVersion(found(await tx.selectFrom('site').select('version').forUpdate().executeTakeFirst()), expected)
  if (change.is_on) await refuseIncomplete(tx)
  await tx
    .updateTable('site')
    .set({ ...change, ...(texts && { texts: wholeTexts(texts) }), ...(hosts && { hosts: originsIn(hosts) }) })
    .execute()
}

const refuseIncomplete = async (tx: Tx) => {
  const lacking = (await licenceOf(tx)).missing.map((field): Words => houseFieldWords[field])
  if (!lacking.length) return
  const [zh, en] = [lacking.map(([name]) => name).join('、'), lacking.map(([, name]) => name.toLowerCase()).join(', ')]
  refuseField('is_on', [
    `公司資料尚未填寫或已到期：${zh}。請先到「管理」的「公司資料」補齊，再開啟公開網站。`,
    `Missing or expired in the record of the agency: ${en}. Complete it on the page “The agency”, then switch the site on.`,
  ])
}

/** The sentences with all their keys. */
const wholeTexts = ({ lead, registration, footer }: SiteTexts) => ({
  lead: wholeSentence(lead),
  registration: wholeSentence(registration),
  footer: wholeSentence(footer),
})
const wholeSentence = (sentence: SiteTexts['lead']) => (sentence ? { text_en: null, ...sentence } : null)

/** The origins of the given addresses. Each stands in a header, so a host has only letters, digits, dots and hyphens. */
const originsIn = (given: readonly string[]) => {
  const origins = given.map((address) => originIn(address) ?? refuseHost(address))
  const double = origins.find((origin, i) => origins.indexOf(origin) < i)
  if (double)
    refuseField('hosts', [`${double} 寫了兩次；每個網站請只寫一次。`, `${double} is given twice. Give each site once.`])
  return origins
}

const originIn = (address: string) => {
  const { protocol, hostname, origin, href } = URL.parse(address) ?? {}
  const isSafe = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  return isSafe && href === `${origin}/` && /^[a-z0-9.-]+$/.test(hostname ?? '') ? origin : undefined
}

const refuseHost = (address: string): never =>
  refuseField('hosts', [
    `「${address}」不能用：請寫 https:// 開頭的網站，不含路徑，例如 https://www.example.com.tw；測試時可用 http://localhost:3000。`,
    `“${address}” cannot be used. Give a site that begins with https://, without a path, such as https://www.example.com.tw; for a trial http://localhost:3000.`,
  ])

/** `/api/site`: the settings of the public site. */
export default routes((on) => {
  on.get(
    '',
    {
      access: moneyReaders,
      name: 'getSite',
      summary: 'The settings of the public site, and what the record of the agency lacks for it',
      returns: ShownSite,
    },
    ({ db }) => siteRecord(db, {}),
  )
  on.put(
    '',
    {
      access: ['admin'],
      name: 'updateSite',
      summary: 'Change the settings of the public site, or switch it on or off',
      body: SiteChange,
      returns: ShownSite,
      refuses: ['stale'],
    },
    async ({ tx, body, expected }) => {
      await changeSite(tx, body, expected)
      return siteRecord(tx, {})
    },
  )
})
