import type { Words } from '../../kit/words/words.ts'

/** What fields of plain records are called in forms, by their name; a field has the same name in every record. */
// biome-ignore format: a table is read in rows.
export const fieldWords: Record<string, Words> = {
  address: ['地址', 'Address'], address_en: ['英文地址', 'Address in English'], aliases: ['別名', 'Other names'], alliance: ['聯盟', 'Alliance'], anchor: ['起算日', 'Counted from'],
  area_id: ['線別', 'Area'], base_cost: ['單位成本', 'Cost of one'], calling_code: ['國碼', 'Calling code'], category_id: ['分類', 'Category'], child_bed_rules: ['兒童佔床規定', 'Beds for children'],
  city_id: ['城市', 'City'], city_ids: ['城市', 'Cities'], code: ['代碼', 'Code'], color: ['顏色', 'Color'], continent_id: ['洲', 'Continent'],
  controller_user_id: ['線控', 'Line controller'], cost_currency: ['成本幣別', 'Currency of the cost'], country_id: ['國家', 'Country'], country_ids: ['國家', 'Countries'],
  currency_code: ['幣別', 'Currency'], customer_visible: ['客戶看得到', 'Customers see it'], days: ['出發前天數', 'Days before'], department: ['部門', 'Department'],
  description: ['說明', 'Description'], description_en: ['英文說明', 'Description in English'], details_schema: ['要填的細節', 'Details to fill in'], email: ['電子郵件', 'Email'],
  ends_on: ['結束日', 'Ends on'], entry_note: ['入境須知', 'Entry note'], from: ['起', 'From'], from_currency: ['原幣', 'From currency'], iata_code: ['IATA 代碼', 'IATA code'],
  icao_code: ['ICAO 代碼', 'ICAO code'], is_active: ['使用中', 'In use'], is_refundable: ['可退費', 'Refundable'], is_required: ['必填', 'Required'],
  is_sold_on_the_road: ['途中可賣', 'Sold on the road'], iso_alpha2: ['兩碼國別', 'ISO two letters'], iso_alpha3: ['三碼國別', 'ISO three letters'], key: ['鍵', 'Key'], kind: ['種類', 'Kind'],
  label: ['名稱', 'Label'], label_en: ['英文名稱', 'Label in English'], latitude: ['緯度', 'Latitude'], level: ['淡旺季', 'Level'], longitude: ['經度', 'Longitude'],
  name: ['名稱', 'Name'], name_en: ['英文名稱', 'Name in English'], notes: ['備註', 'Notes'], parent_id: ['上層', 'Parent'], passport_min_validity_months: ['護照效期（月）', 'Passport validity (months)'],
  passport_validity_basis: ['效期起算', 'Validity counts'], percent: ['百分比', 'Percent'], phone: ['電話', 'Phone'], pricing_type: ['計價方式', 'Pricing'], priority: ['順位', 'Priority'],
  processing_time_hours: ['處理時數', 'Hours to process'], proficiency: ['熟悉程度', 'Proficiency'], rate: ['匯率', 'Rate'], region_id: ['地區', 'Region'], requires_approval: ['需核准', 'Needs approval'],
  rule: ['情形', 'Rule'], sort_order: ['排序', 'Order'], source: ['依據', 'Source'], starts_on: ['開始日', 'Starts on'], timezone: ['時區', 'Time zone'], to: ['迄', 'Until'],
  to_currency: ['兌換成', 'To currency'], tour_leader_id: ['領隊', 'Leader'], type_code: ['代碼', 'Code'], valid_from: ['生效日', 'Valid from'], valid_until: ['生效日不晚於', 'Valid by'],
  visa_free_days: ['免簽天數', 'Days without a visa'], visa_lead_days: ['簽證作業天數', 'Days to get a visa'], visa_policy: ['簽證規定', 'Visa'], visa_valid_until: ['簽證效期', 'Visa valid until'],
}
