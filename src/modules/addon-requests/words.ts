import { type RawBuilder, sql } from 'kysely'
import { defaultLocale, type Locale, say, type Words } from '../../kit/words/words.ts'
import type { Sentence } from '../languages/language.ts'
import { languages, type Params, withParams } from '../languages/languages.ts'
import { type Department, departments } from '../roles.ts'
import type { MessageType, PricingType, Response, SenderType } from './request.ts'

export const pricingTypeWords: Record<PricingType, { label: Words; description: string }> = {
  free: { label: ['免費', 'Free'], description: '旅客無需支付任何費用。' },
  fixed_price: { label: ['固定價格', 'Fixed Price'], description: '依類型設定的基本費用計價。' },
  quotation_required: { label: ['需報價', 'Quotation Required'], description: '由負責部門依個案提供報價。' },
}

export const senderWords: Record<SenderType, Words> = {
  sales: ['業務', 'Sales'],
  department: ['部門', 'Department'],
  customer: ['客戶', 'Customer'],
  system: ['系統', 'System'],
}

/** The names under which departments write entries. */
export const departmentWords: Record<Department, Words> = {
  ticketing: ['票務', 'Ticketing'],
  line_control: ['線控', 'Line control'],
  op: ['OP', 'Operations'],
}

export const messageTypeWords: Record<MessageType, Words> = {
  inquiry: ['詢問', 'Inquiry'],
  quote: ['報價', 'Quote'],
  confirmation: ['確認', 'Confirmation'],
  rejection: ['婉拒', 'Rejection'],
  modification: ['修改', 'Modification'],
  approval: ['核准', 'Approval'],
  completion: ['完成', 'Completion'],
  cancellation: ['取消', 'Cancellation'],
  note: ['備註', 'Note'],
}

export const responseWords: Record<Response, Words> = {
  pending: ['等待回覆', 'Awaiting answer'],
  accepted: ['已接受', 'Accepted'],
  rejected: ['已婉拒', 'Declined'],
  negotiating: ['議價中', 'Negotiating'],
}

/** Shown instead of the response once a later offer exists. */
export const supersededWords: Words = ['已由新的報價取代', 'Replaced by a later offer']

const isDepartment = (value: unknown): value is Department => departments.some((each) => each === value)

/** The label of a value in a language. */
export function inWords(value: RawBuilder<unknown>, words: Record<string, Words>, locale: Locale) {
  return chosen(value, Object.fromEntries(Object.entries(words).map(([is, pair]) => [is, say(pair, locale)])))
}

/** The text of the entry `c`: what a person wrote, or the sentence of the system in a language. */
export function messageIn(locale: Locale) {
  const sentence = chosen(sql`c.event`, languages[locale].conversation)
  const department = inWords(sql`c.params ->> 'department'`, departmentWords, locale)
  return sql<string>`case when c.event is null then c.message
    else coalesce(in_words(${sentence}, c.params || jsonb_build_object('department', ${department})), ${say(unknown, locale)}) end`
}

/** Shown for an event of the next release, which may serve beside this one. */
const unknown = ['由較新的版本記錄。', 'Recorded by a newer version.'] as const

/** A sentence of the system, with the parameters it needs. */
export type SystemSentence = { event: Sentence; params?: Params }

/** The sentence in a language. */
export function sentenceIn({ event, params = {} }: SystemSentence, locale: Locale) {
  return withParams(languages[locale].conversation[event], named(params, locale))
}

const named = (params: Params, locale: Locale): Params =>
  isDepartment(params.department) ? { ...params, department: say(departmentWords[params.department], locale) } : params

/** The text of an entry that was read with its event and parameters. */
export function textOf({ message, event, params }: StoredEntry, locale: Locale) {
  return isSentence(event) ? sentenceIn({ event, params: params ?? {} }, locale) : (message ?? say(unknown, locale))
}
type StoredEntry = { message: string | null; event: string | null; params: Params | null }

const isSentence = (event: string | null): event is Sentence =>
  event !== null && Object.hasOwn(languages[defaultLocale].conversation, event)

/** The names of a type that sentences use. */
export function typeNames({ name, name_en }: { name: string; name_en: string | null }) {
  return {
    type: name,
    type_en: name_en ?? name,
  }
}

// One constant, because PostgreSQL prepares each branch of a `case` anew for each execution.
const chosen = (value: RawBuilder<unknown>, words: Record<string, string>) =>
  sql<string | null>`(${sql.lit(JSON.stringify(words))}::jsonb ->> (${value})::text)`
