import { type RawBuilder, sql } from 'kysely'
import { defaultLocale, type Locale, say, type Words } from '../../../kit/words/words.ts'
import type { Sentence } from '../../languages/language.ts'
import { inPlaces, languages, type Params } from '../../languages/languages.ts'
import { departmentWords } from '../labels.ts'
import { isDepartment } from '../schema.ts'

/** A value in the words of a language. */
export const inWords = (value: RawBuilder<unknown>, words: Record<string, Words>, locale: Locale) =>
  chosen(value, Object.fromEntries(Object.entries(words).map(([is, pair]) => [is, say(pair, locale)])))

/** The text of the entry `c`: what a person wrote, or the sentence of the system in a language. */
export const messageIn = (locale: Locale) => {
  const sentence = chosen(sql`c.event`, languages[locale].conversation)
  const department = inWords(sql`c.params ->> 'department'`, departmentWords, locale)
  return sql<string>`case when c.event is null then c.message
    else coalesce(in_words(${sentence}, c.params || jsonb_build_object('department', ${department})), ${say(unknown, locale)}) end`
}

/** Shown for an event of the next release, which may serve beside this one. */
const unknown = ['由較新的版本記錄。', 'Recorded by a newer version.'] as const

/** A sentence of the system, with the parameters it needs. */
export type Said = { event: Sentence; params?: Params }

/** The sentence in a language. */
export const sentenceIn = ({ event, params = {} }: Said, locale: Locale) =>
  inPlaces(languages[locale].conversation[event], named(params, locale))

const named = (params: Params, locale: Locale): Params =>
  isDepartment(params.department) ? { ...params, department: say(departmentWords[params.department], locale) } : params

/** The text of an entry that was read with its event and parameters. */
export const textOf = ({ message, event, params }: Kept, locale: Locale) =>
  isSentence(event) ? sentenceIn({ event, params: params ?? {} }, locale) : (message ?? say(unknown, locale))
type Kept = { message: string | null; event: string | null; params: Params | null }

const isSentence = (event: string | null): event is Sentence =>
  event !== null && Object.hasOwn(languages[defaultLocale].conversation, event)

/** The names of a type that sentences use. */
export const namesOf = ({ name, name_en }: { name: string; name_en: string | null }) => ({
  type: name,
  type_en: name_en ?? name,
})

// One constant, because PostgreSQL prepares each branch of a `case` anew for each execution.
const chosen = (value: RawBuilder<unknown>, words: Record<string, string>) =>
  sql<string | null>`(${sql.lit(JSON.stringify(words))}::jsonb ->> (${value})::text)`
